import type { Action, ActReason, Trigger } from '#contract/followup/automation-rules.ts'
import { dayIn } from '../../platform/runtime/index.ts'

const DAY_MS = 24 * 3_600_000
/** A message that is later than this no longer says what its church meant. */
export const LATE_MS = DAY_MS
/** For so long a message or a person waits for units, for the next day's units, or for a rule to be mended and switched on. */
export const WAITS_MS = 7 * DAY_MS

/** Reasons to wait that the staff sees in the overview, and can end. */
const shownReasons: ReadonlySet<ActReason> = new Set(['units', 'daily_cap', 'broken', 'off'])

export type Timing = {
  /** When it was to be done. */
  due: Date
  /** When it is done, never before it is due. */
  asOf: Date
  /** When it would leave if it were handed over then: a text may have to wait for the hours of its country. */
  leavesAt: Date
  /** Why it waited until now; null: it did not, or nothing ran. */
  waitedFor: ActReason | null
}

type Sending = { action: Action; trigger: Trigger; timeZone: string; timing: Timing }

export const isMessage = ({ act }: Action): boolean => act === 'sms' || act === 'email' || act === 'push'

/**
 * Whether it is too late for what a rule does. A birthday is greeted on its day only; other messages leave up to a day late,
 * or within a week where the staff saw them wait. Tasks, stages and owners are done however late it is.
 */
export function isTooLate({ action, trigger, timeZone, timing }: Sending): boolean {
  if (!isMessage(action)) return false
  const { due, asOf, leavesAt, waitedFor } = timing
  if (trigger.kind === 'birthday') return dayIn(timeZone, leavesAt) > dayIn(timeZone, due)
  const most = waitedFor !== null && shownReasons.has(waitedFor) ? WAITS_MS : LATE_MS
  return asOf.getTime() - due.getTime() > most
}
