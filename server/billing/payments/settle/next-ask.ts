const MINUTE_MS = 60_000

/** Minutes between two questions while a payment is undecided; the last one is repeated. */
const WHILE_OPEN = [1, 2, 5, 10] as const
/** Minutes after a payment was given up or declined, when its page may be open still. A notice would tell sooner. */
const ONCE_OVER = [60, 6 * 60, 24 * 60] as const

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS)

/** When an undecided payment is asked about again that was asked about in vain so often. */
export const nextAsk = (at: Date, askedTimes: number): Date => later(at, WHILE_OPEN[askedTimes] ?? WHILE_OPEN[3])

/** When one that is over is asked about once more, after so many times since; null: no more. */
export function lateAsk(at: Date, askedTimes: number): Date | null {
  const minutes = ONCE_OVER[askedTimes]
  return minutes === undefined ? null : later(at, minutes)
}

/** From when on a page that can still be paid is ended: its quote is over, and whoever was typing has finished. */
export const endsAt = (quoteExpiresAt: Date): Date => later(quoteExpiresAt, 10)

/** From when on a payment that the provider does not know was never begun there. */
export const neverBegunAt = (quoteExpiresAt: Date): Date => later(quoteExpiresAt, 30)
