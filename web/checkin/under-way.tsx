import { useBlocker } from '@tanstack/react-router'
import { paths } from '../routing/paths.ts'

const running = new Set<Promise<unknown>>()

/** Counts something that somebody pressed until it has an answer: a screen is not left before. */
export function underWay<T>(work: Promise<T>): Promise<T> {
  running.add(work)
  const end = () => void running.delete(work)
  work.then(end, end)
  return work
}

const isUnderWay = (): boolean => running.size > 0

/** Waits for all of it. False: something failed. */
async function hasGoneWell(): Promise<boolean> {
  const ends = await Promise.allSettled(running)
  return ends.every(({ status }) => status === 'fulfilled')
}

/**
 * Holds the way out while something that was pressed has no answer yet: then it goes on, but for a failure, which is said
 * on the screen. `stays`: what comes after the press belongs to this screen too, such as labels.
 */
export function HoldWay({ stays = false }: { stays?: boolean }) {
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      // On the way to the sign-in page the session is over already.
      if (!isUnderWay() || next.pathname === paths.signIn) return false
      return !(await hasGoneWell()) || stays
    },
    enableBeforeUnload: isUnderWay,
  })
  return null
}
