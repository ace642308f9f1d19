import { ApiError } from '#server/platform/http/index.ts'

/** Each hash takes 19 MiB and a processor for some 30 ms. */
const AT_ONCE = 2
/** About two seconds of waiting; whoever comes later would have given up. */
const WAITING_MOST = 60
const RETRY_AFTER_S = 5

let running = 0
const waiting: (() => void)[] = []

/** Runs the work when it is its turn, in the order of arrival; throws `too_many_tries` when too many wait. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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

async function takeTurn(): Promise<void> {
  if (running < AT_ONCE) {
    running += 1
    return
  }
  if (waiting.length >= WAITING_MOST) throw new ApiError('too_many_tries', { retryAfter: RETRY_AFTER_S })
  await new Promise<void>((resolve) => waiting.push(resolve))
}
