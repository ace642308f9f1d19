import { ApiError } from './http/api-error.ts'

export type Limits = {
  atOnce: number
  /** Whoever comes while so many wait is refused. */
  waitingMost: number
  /** Seconds after which it makes sense to come again. */
  retryAfter: number
}

/** Runs work when it is its turn, in the order of arrival; throws `too_many_tries` when too many wait. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A queue of its own for work that takes much memory or a processor. */
export function takingTurns({ atOnce, waitingMost, retryAfter }: Limits): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  const takeTurn = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= waitingMost) throw new ApiError('too_many_tries', { retryAfter })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return async (work) => {
    await takeTurn()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The turn goes straight to the next one, so nobody can slip in between.
      if (next) next()
      else running -= 1
    }
  }
}
