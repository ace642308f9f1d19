import { THRESHOLD_MOST } from '#contract/billing/statement.ts'

/** Offered to a church that is not told yet. */
export const USUAL_THRESHOLD = 500

/** The number that was typed, separators of thousands left out; null when it is none that can be kept. */
export function readThreshold(typed: string): number | null {
  const text = typed.replaceAll(/[\s.,'’]/g, '')
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= THRESHOLD_MOST ? value : null
}
