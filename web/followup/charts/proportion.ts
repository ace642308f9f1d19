/** What can be said of so many among so many: nothing of nobody, no percentage of a few, a range until there are thirty. */
type Proportion =
  | { kind: 'none' }
  | { kind: 'few' }
  | { kind: 'range'; share: number; low: number; high: number }
  | { kind: 'share'; share: number }

/** Of fewer no percentage is said. */
export const FEW_BELOW = 10
const RANGE_BELOW = 30
/** 95 of 100 times. */
const Z = 1.959964

/** The range of Wilson, in which the true share lies 95 times in 100. */
export function wilson(count: number, of: number): { low: number; high: number } {
  const share = count / of
  const square = Z * Z
  const middle = share + square / (2 * of)
  const half = Z * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of))
  const whole = 1 + square / of
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) }
}

export function proportionOf(count: number, of: number): Proportion {
  if (of === 0) return { kind: 'none' }
  if (of < FEW_BELOW) return { kind: 'few' }
  const share = count / of
  return of < RANGE_BELOW ? { kind: 'range', share, ...wilson(count, of) } : { kind: 'share', share }
}
