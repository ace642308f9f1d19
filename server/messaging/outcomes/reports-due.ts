const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long after a send was handed over its gateway is asked for receipts that have not come. */
const ASKED_AFTER_MS = [10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS, 72 * HOUR_MS]
const LAST_MS = 72 * HOUR_MS
const PAST_HOPE_MS = 96 * HOUR_MS

export const firstReportsDue = (finishedAt: Date): Date => new Date(finishedAt.getTime() + 10 * MINUTE_MS)

/** When it is asked next, as of `at`; null: it has been asked for the last time. */
export function nextReportsDue(finishedAt: Date, at: Date): Date | null {
  const next = ASKED_AFTER_MS.find((after) => finishedAt.getTime() + after > at.getTime())
  return next === undefined ? null : new Date(finishedAt.getTime() + next)
}

/** Whether nobody waits any longer: networks keep what they know for three days. */
export const isLastAsking = (finishedAt: Date, at: Date): boolean => at.getTime() - finishedAt.getTime() >= LAST_MS

/** Whether a gateway that does not even answer is asked no more. */
export const isPastHope = (finishedAt: Date, at: Date): boolean => at.getTime() - finishedAt.getTime() >= PAST_HOPE_MS
