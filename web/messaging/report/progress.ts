import type { CampaignRow, RecipientState } from '#contract/messaging/sent-sms.ts'
import type { TextId } from '../../languages/index.ts'
import { isUnderWay } from '../sent/delivery.ts'

type Figured = Pick<CampaignRow, 'state' | 'counts'>

/** A state in the totals: what it is called, and what that means. */
type Total = { state: RecipientState; count: number; word: TextId; note: TextId }

const totals = [
  { state: 'delivered', word: 'messaging.report.delivered', note: 'messaging.report.confirmed' },
  { state: 'sent', word: 'messaging.report.sent', note: 'messaging.report.noReportYet' },
  { state: 'failed', word: 'messaging.report.failed', note: 'messaging.report.seeBelow' },
  { state: 'no_report', word: 'messaging.report.noReport', note: 'messaging.report.afterDays' },
  { state: 'unknown', word: 'messaging.report.unknown', note: 'messaging.report.notResent' },
  { state: 'skipped', word: 'messaging.report.skipped', note: 'messaging.report.nothingSent' },
  { state: 'queued', word: 'messaging.report.queued', note: 'messaging.report.notLeft' },
] as const satisfies readonly Omit<Total, 'count'>[]

const MAIN: readonly RecipientState[] = ['delivered', 'failed']
const ON_THE_WAY: readonly RecipientState[] = ['sent', 'queued']

/** The totals to show: what matters always, what is on its way as long as something is, the rest where there is some. */
export function totalsOf(campaign: Figured): Total[] {
  const isMoving = isUnderWay(campaign)
  return totals
    .map((total) => ({ ...total, count: campaign.counts[total.state] }))
    .filter(({ state, count }) => count > 0 || MAIN.includes(state) || (isMoving && ON_THE_WAY.includes(state)))
}

/** How many have left, delivered or not; what was skipped never did. */
export const leftOf = ({ recipients, counts }: Pick<CampaignRow, 'recipients' | 'counts'>): number =>
  Math.max(0, recipients - counts.queued - counts.skipped)

/** Units still set aside. */
export const heldOf = ({ unitsHeld, unitsSpent, unitsReturned }: CampaignRow): number =>
  Math.max(0, unitsHeld - unitsSpent - unitsReturned)

/** How many were still to leave at an instant in milliseconds. */
export type Sample = { at: number; left: number }

const MINUTE_MS = 60_000
/** In a shorter time a batch more or less decides. */
const WATCHED_MS = 5_000

/** Minutes until the last of them have left, as fast as they have been leaving; null: that is not known. */
export function minutesLeft(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.left <= 0) return null
  const [gone, passed] = [first.left - last.left, last.at - first.at]
  if (gone <= 0 || passed < WATCHED_MS) return null
  return Math.max(1, Math.round((last.left * passed) / gone / MINUTE_MS))
}
