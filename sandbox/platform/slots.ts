export type InSlot = <T>(work: () => Promise<T>) => Promise<T>

/** Lets at most `count` pieces of work run at once; the others wait in order. */
export function createSlots(count: number): InSlot {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
