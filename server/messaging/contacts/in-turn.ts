/** So many files are parsed at once; each may take 256 MB and one processor. */
const AT_ONCE = 2

const waiting: (() => void)[] = []
let running = 0

/** Does the work when fewer than two others are at it. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // The place is handed on, not given up, so that nobody slips in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
