import type { ActOutcome, PackCounts, SignedAct, StationPack } from '#contract/checkin/offline.ts'
import { ApiFailure } from '../../api/call.ts'
import { countsOf, holdingOf, type Queue, waitingIn } from './queue.ts'
import { pendingOf } from './station-state.ts'

/** The calls of a station, as the network or a test makes them. Each throws when no answer came. */
export type Line = {
  sync: (acts: SignedAct[], sealed: string[]) => Promise<{ applied: number; outcomes: ActOutcome[] }>
  pack: (eventId: string, holding: ReturnType<typeof holdingOf>, proof: Proof) => Promise<StationPack>
}

type Proof = PackCounts & { signature: string }

/** Acts of one request: what is lost with a connection is small. */
const PORTION = 25

/**
 * Brings what waits, in order and in portions, until the server has answered for all of it. Throws what the line throws;
 * what was answered before is kept. An act that the server has taken over before is answered again.
 */
export async function bringActs(queue: Queue, line: Pick<Line, 'sync'>): Promise<ActOutcome[]> {
  const brought: ActOutcome[] = []
  for (;;) {
    const kept = await queue.read()
    const readable = new Map(pendingOf(kept.acts).map((act) => [act.number, act]))
    const sealed = new Map(kept.sealed.map((act) => [act.number, act]))
    // What was sent while the device was locked is no longer sealed, and its answer is still to come.
    const numbers = [...new Set([...readable.keys(), ...sealed.keys()])].toSorted((one, other) => one - other)
    const waiting = numbers.slice(0, PORTION).map((number) => ({ number }))
    if (waiting.length === 0) return brought
    const acts = waiting.flatMap(({ number: of }) => {
      const act = readable.get(of)
      return act ? [{ number: of, doneAt: act.doneAt, body: act.body, signature: act.signature }] : []
    })
    const locked = waiting.flatMap(({ number }) => (readable.has(number) ? [] : (sealed.get(number)?.sealed ?? [])))
    const { applied, outcomes } = await line.sync(acts, locked)
    const mine = outcomes.filter(({ number }) => waiting.some((act) => act.number === number))
    if (mine.length === 0) {
      // The server misses an act that is no longer here: nothing after it can ever come, and the desk has to know.
      if (waiting.every(({ number }) => number > applied + 1)) await queue.giveUp('gap')
      return brought
    }
    await queue.settle(mine)
    brought.push(...mine)
  }
}

type Renewing = {
  eventId: string
  now: () => Date
  /** What the server has counted, for a device that has no pack to know it by. */
  told?: PackCounts
  /** Makes ready what it is kept under. */
  beforeKept?: (pack: StationPack) => Promise<void>
}

/** Gets a fresh pack of an event and keeps it. */
export async function renewPack(
  queue: Queue,
  line: Pick<Line, 'pack'>,
  { eventId, now, told, beforeKept = () => Promise.resolve() }: Renewing,
): Promise<StationPack> {
  const askedAt = now().toISOString()
  const kept = await queue.read()
  const ask = async (counts: PackCounts) => line.pack(eventId, holdingOf(kept), await queue.prove(eventId, counts))
  const pack = await ask((kept.pack ? null : told) ?? countsOf(kept)).catch((failure: unknown) => {
    // An answer was lost, or the last pack is no longer here: the server says what it has counted.
    const counted = countsIn(failure)
    if (!counted) throw failure
    return ask(counted)
  })
  await beforeKept(pack)
  await queue.adopt(pack, askedAt)
  return pack
}

function countsIn(failure: unknown): PackCounts | null {
  const { code, fields = {} } = failure as Partial<ApiFailure>
  if (code !== 'changed_meanwhile') return null
  const { renewal, applied } = fields
  return renewal === undefined || applied === undefined ? null : { renewal: Number(renewal), applied: Number(applied) }
}

const PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 120_000

/** Whoever has just admitted a station, or opened its page again, looks at its screen. */
const WATCHED_MS = 5_000

/** `asked`: it waits for somebody to admit it. `busy`: another page is at work. */
export type Next = 'idle' | 'more' | 'asked' | 'busy'
type Loop = { soon: () => void; stop: () => void }

/**
 * Runs `round` whenever the network comes back, soon after something was done, and again and again while it says that there
 * is more to do or fails, with longer and longer pauses. Of several pages of one device only one runs at a time.
 */
export function startLoop(round: () => Promise<Next>, idleMs: number): Loop {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = PAUSE_MS
  let [isRunning, isWanted, isStopped] = [false, false, false]
  const after = (milliseconds: number): void => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void run(), milliseconds)
  }
  const run = async (): Promise<void> => {
    ;[isRunning, isWanted] = [true, false]
    const next = await navigator.locks
      .request(SYNC_LOCK, { ifAvailable: true }, (lock) => (lock ? round() : 'busy'))
      .catch(() => 'failed' as const)
    isRunning = false
    pause = next === 'failed' ? Math.min(pause * 2, LONGEST_PAUSE_MS) : PAUSE_MS
    // Whatever was done during the round may have come too late for it.
    if (isWanted) after(0)
    else after(next === 'idle' ? idleMs : next === 'asked' || next === 'busy' ? WATCHED_MS : pause)
  }
  const soon = (): void => {
    isWanted = true
    if (!isRunning) after(0)
  }
  globalThis.addEventListener('online', soon)
  soon()
  return {
    soon,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      globalThis.removeEventListener('online', soon)
    },
  }
}

/** Whoever holds it brings acts, asks for packs or gives places back; in one page of the device at a time. */
export const SYNC_LOCK = 'nx.station.sync'

/** Held by every page that works at the station: as long as one does, its places are not given back. */
export const PRESENCE_LOCK = 'nx.station.here'

/** A round of another page may be at work; longer nobody waits for it. */
const WAIT_MS = 8000

type Closing<T> = {
  queue: Queue
  line: Pick<Line, 'sync'>
  /** What comes after: nothing is renewed before it is done. */
  after: () => Promise<T>
}

/**
 * Brings what waits and gives the station's places and codes back. Before it gives anything away the server has answered:
 * without a network everything stays as it is. Throws what the line throws, and `network` while something is not sent.
 */
export async function closeStation({ queue, line }: Omit<Closing<unknown>, 'after'>): Promise<void> {
  await bringActs(queue, line)
  if (waitingIn(await queue.read()) > 0) throw new ApiFailure('network', 0, 'Acts are not sent yet.')
  await line.sync([], [])
  await queue.giveBack()
  // Lost on its way, it waits like every other act; the device counts on nothing any more.
  await bringActs(queue, line).catch(() => undefined)
}

/** Closes the station and then hands the device over. Throws as `closeStation`, and what `after` throws. */
export const handOver = <T>({ after, ...closing }: Closing<T>): Promise<T> =>
  navigator.locks.request(SYNC_LOCK, { signal: AbortSignal.timeout(WAIT_MS) }, async () => {
    await closeStation(closing)
    return after()
  })
