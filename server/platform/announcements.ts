import type { Tx } from './database/index.ts'

/** Something an area does when another one announces what happened. */
export type Reaction = { connect: () => void }

/**
 * What happened in one area and those above it must know. Announced within the transaction of what happened: all of it is
 * done, or nothing. Made once, at the top of a file; those who react say so in their `Area.reactions`.
 */
type Announcement<Facts, Answer = void> = {
  /** Runs every reaction, one after another in the order of the areas. Throws what a reaction throws. */
  announce: (tx: Tx, facts: Facts) => Promise<Answer[]>
  reaction: (handler: (tx: Tx, facts: Facts) => Promise<Answer>) => Reaction
}

export function announcement<Facts, Answer = void>(): Announcement<Facts, Answer> {
  const handlers = new Set<(tx: Tx, facts: Facts) => Promise<Answer>>()
  return {
    announce: async (tx, facts) => {
      const answers: Answer[] = []
      for (const handler of handlers) answers.push(await handler(tx, facts))
      return answers
    },
    reaction: (handler) => ({ connect: () => void handlers.add(handler) }),
  }
}
