import { dearSigns, plainAlternative, segmentsOf, type Segments } from '#contract/messaging/segments.ts'

/** A cheaper spelling of the message: which signs go, and how many pages it then has. */
export type Cheaper = {
  message: string
  pages: number
  pagesNow: number
  /** Characters that a page holds then, and holds now. */
  places: number
  placesNow: number
  /** Signs that can be seen; a sign without a face of its own (a hard space) is not among them. */
  visible: string[]
  hasHidden: boolean
}

const HIDDEN = /^[\p{White_Space}\p{Cf}\p{Cc}\p{M}]+$/u

/** Null when plain signs would not make the message, with what stands behind it, any shorter in pages. */
export function cheaperSpelling(message: string, footer = ''): Cheaper | null {
  const plain = plainAlternative(message)
  if (!plain) return null
  const [then, now] = [segmentsOf(plain.message + footer), segmentsOf(message + footer)]
  if (then.segments >= now.segments) return null
  const visible = plain.replaced.filter((sign) => !HIDDEN.test(sign))
  return {
    message: plain.message,
    pages: then.segments,
    pagesNow: now.segments,
    places: placesOf(then),
    placesNow: placesOf(now),
    visible,
    hasHidden: visible.length < Math.max(1, plain.replaced.length),
  }
}

const PLACES = { gsm: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const

/** How many characters a page of this message holds. */
export const placesOf = ({ encoding, segments }: Segments) => PLACES[encoding][segments > 1 ? 'joined' : 'alone']

/** How full the last page is, between 0 and 1; signs that take two places make it a little more in truth. */
export function lastPageFill(counted: Segments): number {
  if (counted.segments === 0) return 0
  const places = placesOf(counted)
  return Math.min(1, Math.max(0.04, (counted.characters - (counted.segments - 1) * places) / places))
}

const SHOWN_SIGNS = 6

/** The signs that make a message Unicode, as many as fit into a line. */
export const shownDearSigns = (message: string) =>
  dearSigns(message)
    .filter((sign) => !HIDDEN.test(sign))
    .slice(0, SHOWN_SIGNS)
