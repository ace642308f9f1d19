/** Files made at the same moment: each holds one of the ten connections and a good part of a core. */
const MADE_AT_ONCE = 2

/** Whose turn it is to make a file. One church has one made at a time, so that it holds up nobody of this server. */
export type Turns = {
  /** Runs `work` when it is this owner's turn; rejects when the client has left. */
  inTurn: <T>(owner: string, gone: AbortSignal, work: () => Promise<T>) => Promise<T>
}

type Waiting = { owner: string; start: () => void }

export function takeTurns(): Turns {
  const making = new Set<string>()
  const queue: Waiting[] = []
  const callNext = (): void => {
    while (making.size < MADE_AT_ONCE) {
      const index = queue.findIndex(({ owner }) => !making.has(owner))
      const [next] = index < 0 ? [] : queue.splice(index, 1)
      if (!next) return
      making.add(next.owner)
      next.start()
    }
  }
  return {
    inTurn: async (owner, gone, work) => {
      await waitFor(queue, { owner, gone, callNext })
      try {
        return await work()
      } finally {
        making.delete(owner)
        callNext()
      }
    },
  }
}

function waitFor(
  queue: Waiting[],
  { owner, gone, callNext }: { owner: string; gone: AbortSignal; callNext: () => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    gone.throwIfAborted()
    const leave = (): void => {
      const index = queue.indexOf(waiting)
      if (index >= 0) queue.splice(index, 1)
      reject(gone.reason as Error)
    }
    const waiting: Waiting = {
      owner,
      start: () => {
        gone.removeEventListener('abort', leave)
        resolve()
      },
    }
    gone.addEventListener('abort', leave, { once: true })
    queue.push(waiting)
    callNext()
  })
}
