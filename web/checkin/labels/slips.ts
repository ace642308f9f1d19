import { spacedCode } from '#contract/checkin/codes.ts'
import type { Labels } from '#contract/checkin/station.ts'

/** What stands on one sticker: that of a child, or the guardian's tag that matches it. */
export type Slip = {
  kind: 'child' | 'guardian'
  /** The big line: the child's first name; of the tag, the family's. */
  name: string
  /** Below it: the class; of the tag, whose tag it is. */
  line: string
  /** Below that: the rest of the child's name; of the tag, its children. */
  small: string
  code: string
  spacedCode: string
  /** White on black: what a child must not get. */
  allergies: string
  medical: string
  /** A sign without words: somebody may not take this child; who, the station says. */
  hasCustodyFlag: boolean
  /** Time, church, event: what is cut off is the least needed. */
  foot: string
}

/** Words that stand on the stickers besides what the server tells. */
type SlipWords = {
  /** "Keep this to collect". */
  keepThis: string
  /** 8:47 AM, in the church's zone. */
  time: string
}

/** The stickers of a check-in: one for each child, then one tag for whoever collects them. */
export function slipsOf(labels: Labels, { keepThis, time }: SlipWords): Slip[] {
  const { code, churchName, eventName, familyName } = labels
  const shared = { code, spacedCode: spacedCode(code), foot: [time, churchName, eventName].filter(Boolean).join(' · ') }
  const children = labels.children.map((child): Slip => ({
    ...shared,
    kind: 'child',
    name: child.firstName,
    line: child.className,
    small: child.lastName,
    allergies: child.allergies.join(', '),
    medical: child.medical.join(', '),
    hasCustodyFlag: child.hasCustodyFlag,
  }))
  const tag: Slip = {
    ...shared,
    kind: 'guardian',
    name: familyName,
    line: keepThis,
    small: labels.children.map(({ firstName }) => firstName).join(', '),
    allergies: '',
    medical: '',
    hasCustodyFlag: false,
  }
  return [...children, tag]
}
