import type { DomainState } from '#contract/messaging/email-domain.ts'
import type { DomainRecord, KeptVerdict } from './domain-store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Whoever adds lines does so in the first days. */
const SOON_MS = 3 * DAY_MS

type Standing = Pick<DomainRecord, 'signsSince' | 'bouncesThere' | 'isAligned' | 'lostAt' | 'heldElsewhere'>
type Checked = { lines: KeptVerdict[]; isSigned: boolean; heldElsewhere: boolean; at: Date }

/** How a domain stands after a check: `isSigned`, its key was found and the domain is the church's. A DNS that is silent changes nothing. */
export function standingAfter(before: Standing, { lines, isSigned, heldElsewhere, at }: Checked): Standing {
  const stateOf = (wanted: KeptVerdict['of']) => lines.find(({ of }) => of === wanted)?.state
  const isRight = (wanted: 'spf' | 'dmarc', wasRight: boolean): boolean => {
    const state = stateOf(wanted)
    return state === 'found' || (state === 'unanswered' && wasRight)
  }
  const bouncesThere = isSigned && isRight('spf', before.bouncesThere)
  return {
    signsSince: isSigned ? (before.signsSince ?? at) : null,
    bouncesThere,
    isAligned: bouncesThere && isRight('dmarc', before.isAligned),
    lostAt: isSigned ? null : before.signsSince ? at : before.lostAt,
    heldElsewhere,
  }
}

/** Each hour in the first days and after a loss, else each day. */
export function nextCheckAt(
  { isAligned, claimedAt, lostAt }: Pick<DomainRecord, 'isAligned' | 'claimedAt' | 'lostAt'>,
  at: Date,
): Date {
  const since = Math.max(claimedAt.getTime(), lostAt?.getTime() ?? 0)
  const isSoon = !isAligned && at.getTime() - since < SOON_MS
  return new Date(at.getTime() + (isSoon ? HOUR_MS : DAY_MS))
}

export function stateOf({ signsSince, isAligned, lostAt, heldElsewhere }: Standing): DomainState {
  if (signsSince) return isAligned ? 'aligned' : 'signing'
  if (heldElsewhere) return 'held'
  return lostAt ? 'lost' : 'waiting'
}
