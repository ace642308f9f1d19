import type { DraftRow, FailedReason } from '#contract/messaging/drafts.ts'
import type { TextId } from '../../languages/index.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_HOURS = 24
/** Beyond so many days hours say nothing more. */
const HOURS_SAID_UNTIL_DAYS = 2

/** How long it is until then, in the two largest parts that matter. */
export function timeUntil(goesAt: string, now: Date): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((Date.parse(goesAt) - now.getTime()) / MINUTE_MS))
  const hours = Math.floor(minutes / HOUR_MINUTES)
  const days = Math.floor(hours / DAY_HOURS)
  if (days >= HOURS_SAID_UNTIL_DAYS) return { days, hours: 0, minutes: 0 }
  if (days > 0) return { days, hours: hours % DAY_HOURS, minutes: 0 }
  return { days: 0, hours, minutes: hours > 0 ? 0 : minutes }
}

type Going = Pick<DraftRow, 'id' | 'state'>

/**
 * Units that are missing when each of them goes, by its id, those before it having gone; in the order in which they go. None
 * is told of one whose cost is not known, nor of those after it, for they would be guessed.
 */
export function unitsShort(
  rows: readonly Going[],
  units: ReadonlyMap<string, number>,
  balance: number,
): Map<string, number> {
  const short = new Map<string, number>()
  let left = balance
  for (const { id, state } of rows) {
    const needed = units.get(id)
    // One that failed goes only when somebody sends it: for what there is now.
    if (state === 'failed') {
      if (needed !== undefined && needed > balance) short.set(id, needed - balance)
      continue
    }
    if (needed === undefined) break
    if (needed > left) short.set(id, needed - left)
    // Nothing is taken by one that cannot go.
    else left -= needed
  }
  return short
}

/** Why it could not go. */
export const failedWords: Record<FailedReason, TextId> = {
  missed: 'messaging.scheduled.missed',
  gate_shut: 'messaging.scheduled.gateShut',
  not_enough_units: 'messaging.scheduled.notEnoughUnits',
  sender_not_approved: 'messaging.scheduled.senderNotApproved',
  no_recipients: 'messaging.scheduled.noRecipients',
  too_many_recipients: 'messaging.scheduled.tooManyRecipients',
  invalid: 'messaging.scheduled.invalid',
}
