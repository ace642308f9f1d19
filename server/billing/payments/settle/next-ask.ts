const MINUTE_MS = 60_000

/** Minutes between two questions while a payment is undecided; the last one is repeated. */
const WHILE_OPEN = [1, 2, 5, 10] as const
/** Minutes after a payment was given up or declined, when its page may be open still. A notice would tell sooner. */
const ONCE_OVER = [60, 6 * 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60] as const
/** Minutes until it is our turn again while the provider does not answer at all; the last one is repeated. */
const WHILE_AWAY = [1, 2, 5, 10, 30, 60] as const
const GIVE_UP_MINUTES = 7 * 24 * 60

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS)

/** When an undecided payment is asked about again that was asked about in vain so often. */
export const nextAsk = (at: Date, askedTimes: number): Date => later(at, WHILE_OPEN[askedTimes] ?? WHILE_OPEN[3])

/** When one that is over is asked about once more, after so many times since; null: no more. */
export function lateAsk(at: Date, askedTimes: number): Date | null {
  const minutes = ONCE_OVER[askedTimes]
  return minutes === undefined ? null : later(at, minutes)
}

/** When it is our turn again where the provider was asked so often without any answer; null: not after a week of that. */
export function askWhileAway(at: Date, { times, since }: { times: number; since: Date | null }): Date | null {
  if (since && at >= later(since, GIVE_UP_MINUTES)) return null
  return later(at, WHILE_AWAY[times] ?? WHILE_AWAY[5])
}

/** From when on a page that can still be paid is ended: its quote is over, and whoever was typing has finished. */
export const endsAt = (quoteExpiresAt: Date): Date => later(quoteExpiresAt, 10)

/** From when on a payment that the provider does not know was never begun there. */
export const neverBegunAt = (quoteExpiresAt: Date): Date => later(quoteExpiresAt, 30)
