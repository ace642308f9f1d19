import { ApiError } from '../http/api-error.ts'

/** Files made at the same moment: each holds one of the ten connections and a good part of a core. */
const MADE_AT_ONCE = 2
/** Begun and not yet taken away, of one church or one operator. */
const OPEN_EACH = 2

/** Whose turn it is to make a file. One church has one made at a time, so that it holds up nobody. */
export type Turns = {
  /** Counts an export until `leave`; `busy` when there are too many of this owner. */
  enter: (owner: string) => { leave: () => void }
  /** Runs `work` when it is this owner's turn; rejects when the client has left. */
  inTurn: <T>(owner: string, gone: AbortSignal, work: () => Promise<T>) => Promise<T>
}

type Waiting = { owner: string; start: () => void }

export function takeTurns(): Turns {
  const entered = new Map<string, number>()
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
    enter: (owner) => enterOnce(entered, owner),
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

function enterOnce(entered: Map<string, number>, owner: string): { leave: () => void } {
  const others = entered.get(owner) ?? 0
  if (others >= OPEN_EACH) throw new ApiError('busy')
  entered.set(owner, others + 1)
  let isIn = true
  const leave = (): void => {
    const left = (entered.get(owner) ?? 1) - 1
    if (isIn && left > 0) entered.set(owner, left)
    if (isIn && left === 0) entered.delete(owner)
    isIn = false
  }
  return { leave }
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
