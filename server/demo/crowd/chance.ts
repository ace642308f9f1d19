/** Chance that repeats itself: the demo is the same on every machine. */
export type Chance = {
  /** At least 0, below 1. */
  next: () => number
  /** A whole number from 0 up to, not including, `below`. */
  below: (below: number) => number
  pick: <T>(from: readonly T[]) => T
}

/** Mulberry32: small, even enough for names and numbers of a demo. */
export function chanceFrom(seed: number): Chance {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[below(from.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from.')
    return picked
  }
  return { next, below, pick }
}
