const running = new Set<Promise<unknown>>()

/** Counts something that somebody pressed until it has an answer: a screen is not left before. */
export function underWay<T>(work: Promise<T>): Promise<T> {
  running.add(work)
  const end = () => void running.delete(work)
  work.then(end, end)
  return work
}

export const isUnderWay = (): boolean => running.size > 0

/** Waits for all of it. False: something failed. */
export async function hasGoneWell(): Promise<boolean> {
  const ends = await Promise.allSettled(running)
  return ends.every(({ status }) => status === 'fulfilled')
}
