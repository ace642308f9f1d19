import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

const asking = new AsyncLocalStorage<{ who: string }>()

/** Notes for each request who asks: a network, until `askedBy` knows better. */
export function noteWhoAsks(http: FastifyInstance, networkOf: (address: string) => string): void {
  http.addHook('onRequest', (request, _reply, done) => asking.run({ who: networkOf(request.ip) }, done))
}

/** From here on this request is a church's, or an operator's. */
export function askedBy(who: string): void {
  const store = asking.getStore()
  if (store) store.who = who
}

/** For whom the present work is done; jobs are done for nobody. */
const whoAsks = (): string => asking.getStore()?.who ?? ''

export type TurnstileLimits = {
  atOnce: number
  /** What one asker may hold of these; by default all. */
  atOnceEach?: number
  /** When so many wait, somebody is refused: of those who wait most, the last to come. */
  waitingMost: number
  /** Who waited so long is refused; by default nobody. */
  waitMs?: number
  refuse: (why: 'too many' | 'too long') => Error
}

/** Lets in when it is one's turn; the answer ends the turn. */
export type Turnstile = () => Promise<() => void>

type Waiting = { admit: () => void; refuse: (error: Error) => void }

/**
 * A queue in which askers take turns, each with a line of its own: whoever comes a hundred times waits behind itself, and
 * who comes once is next but for the others who came once. So it cannot be filled against somebody else either.
 */
export function openTurnstile({
  atOnce,
  atOnceEach = atOnce,
  waitingMost,
  waitMs,
  refuse,
}: TurnstileLimits): Turnstile {
  const lines = new Map<string, Waiting[]>()
  const inside = new Map<string, number>()
  let running = 0
  let waiting = 0
  const mayEnter = (who: string): boolean => running < atOnce && (inside.get(who) ?? 0) < atOnceEach
  const come = (who: string): void => {
    running += 1
    inside.set(who, (inside.get(who) ?? 0) + 1)
  }
  const go = (who: string): void => {
    running -= 1
    const left = (inside.get(who) ?? 1) - 1
    if (left > 0) inside.set(who, left)
    else inside.delete(who)
    callNext()
  }
  const leaveLine = (who: string, one: Waiting): void => {
    const line = lines.get(who)?.filter((other) => other !== one) ?? []
    waiting -= 1
    if (line.length > 0) lines.set(who, line)
    else lines.delete(who)
  }
  const callNext = (): void => {
    for (const [who, line] of lines) {
      const [next] = line
      if (!next || !mayEnter(who)) continue
      leaveLine(who, next)
      // Whoever was served goes behind the others.
      const others = lines.get(who)
      if (others && lines.delete(who)) lines.set(who, others)
      come(who)
      return next.admit()
    }
  }
  const makeRoom = (who: string): void => {
    const [longest, line] = [...lines].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? ['', []]
    const last = line.at(-1)
    if (!last || line.length <= (lines.get(who)?.length ?? 0)) throw refuse('too many')
    leaveLine(longest, last)
    last.refuse(refuse('too many'))
  }
  const wait = (who: string): Promise<void> => {
    if (waiting >= waitingMost) makeRoom(who)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one: Waiting = { admit: resolve, refuse: reject }
    lines.set(who, [...(lines.get(who) ?? []), one])
    waiting += 1
    if (waitMs === undefined) return promise
    const tooLong = setTimeout(() => {
      leaveLine(who, one)
      reject(refuse('too long'))
    }, waitMs)
    return promise.finally(() => clearTimeout(tooLong))
  }
  return async () => {
    const who = whoAsks()
    if (mayEnter(who)) come(who)
    else await wait(who)
    return () => go(who)
  }
}

type Limits = {
  atOnce: number
  /** Whoever comes while so many wait is refused, or who came most. */
  waitingMost: number
  /** Seconds after which it makes sense to come again. */
  retryAfter: number
}

/** Runs work when it is its turn; throws `too_many_tries` when too many wait. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A queue of its own for work that takes much memory or a processor. */
export function takingTurns({ retryAfter, ...limits }: Limits): InTurn {
  const enter = openTurnstile({ ...limits, refuse: () => new ApiError('too_many_tries', { retryAfter }) })
  return async (work) => {
    const leave = await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
