import type { CampaignRow, RecipientState } from '#contract/messaging/sent-sms.ts'

type Counts = CampaignRow['counts']

/** Up to so many people "30 of 31" says more than a percentage. */
const COUNTED_UP_TO = 99

/**
 * A share for showing, rounded down to a tenth of a percent: never all while one is missing, never nothing while
 * there is one.
 */
export function shareOf(part: number, whole: number): number {
  if (whole <= 0 || part <= 0) return 0
  if (part >= whole) return 1
  return Math.max(1, Math.floor((part * 1000) / whole)) / 1000
}

type Headline =
  | { kind: 'sending' | 'paused' | 'cancelled'; done: number; all: number }
  /** All that is left leaves when the hours allow it. */
  | { kind: 'later' }
  /** All are handed over and the networks have said nothing yet. */
  | { kind: 'waiting'; count: number }
  | { kind: 'counted'; delivered: number; all: number }
  | { kind: 'share'; share: number }

/** What is said first about a send: how far it is, then how well it arrived. */
export function headlineOf({
  state,
  recipients,
  counts,
}: Pick<CampaignRow, 'state' | 'recipients' | 'counts'>): Headline {
  const { queued, sent, delivered, failed, skipped } = counts
  if (state === 'waiting') return { kind: 'later' }
  if (state === 'cancelled') return { kind: 'cancelled', done: recipients - queued - skipped, all: recipients }
  if (state !== 'finished') return { kind: state, done: Math.max(0, recipients - queued), all: recipients }
  if (sent > 0 && delivered + failed === 0) return { kind: 'waiting', count: sent }
  if (recipients <= COUNTED_UP_TO) return { kind: 'counted', delivered, all: recipients }
  return { kind: 'share', share: shareOf(delivered, recipients) }
}

/** All states as they stand in the bar: what is known first, what is still to come last. */
export const states = [
  'delivered',
  'failed',
  'no_report',
  'unknown',
  'skipped',
  'sent',
  'queued',
] as const satisfies readonly RecipientState[]

/** The states that occur, in one fixed order. */
export const partsOf = (counts: Counts) =>
  states.map((state) => ({ state, count: counts[state] })).filter(({ count }) => count > 0)

/** Whether units are still held for what is left of it. */
export const isUnderWay = ({ state, counts }: Pick<CampaignRow, 'state' | 'counts'>) =>
  state !== 'finished' && (state !== 'cancelled' || counts.queued > 0)

/** Messages whose end is not known yet but will be. */
export const waitingOf = ({ queued, sent }: Counts) => queued + sent

const SENDING_MS = 2000
/** Until morning, or until somebody goes on with it. */
const HELD_MS = 30_000
/** Most reports come within seconds, and the later ones ever more slowly: a tenth of the time that has passed, within these. */
const RECEIPTS_MS = { least: 2_000, most: 10_000, share: 0.1 }
/** Networks report within minutes; what comes later is seen when the page is opened again. */
const RECEIPTS_FOR_MS = 3_600_000

/** Milliseconds until a send should be looked at again, or false when nothing is expected any more. */
export function paceOf(
  { state, counts, sentAt }: Pick<CampaignRow, 'state' | 'counts' | 'sentAt'>,
  now: number,
): number | false {
  if (state === 'waiting' || state === 'paused') return HELD_MS
  if (state === 'sending' || counts.queued > 0) return SENDING_MS
  const passed = now - Date.parse(sentAt)
  if (waitingOf(counts) === 0 || passed >= RECEIPTS_FOR_MS) return false
  return Math.min(RECEIPTS_MS.most, Math.max(RECEIPTS_MS.least, RECEIPTS_MS.share * passed))
}
