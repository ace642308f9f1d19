import type { ActOutcome, SignedAct, StationPack } from '#contract/checkin/offline.ts'
import { SYNC_LOCK } from './locks.ts'
import { holdingOf, type Queue } from './queue.ts'
import { pendingOf } from './station-state.ts'

/** The calls of a station, as the network or a test makes them. Each throws when no answer came. */
export type Line = {
  sync: (acts: SignedAct[]) => Promise<{ applied: number; outcomes: ActOutcome[] }>
  pack: (eventId: string, holding: ReturnType<typeof holdingOf>) => Promise<StationPack>
}

/** Acts of one request: what is lost with a connection is small. */
const PORTION = 25

/**
 * Brings what waits, in order and in portions, until the server has answered for all of it. Throws what the line throws;
 * what was answered before is kept. An act that the server has taken over before is answered again.
 */
export async function bringActs(queue: Queue, line: Pick<Line, 'sync'>): Promise<ActOutcome[]> {
  const brought: ActOutcome[] = []
  for (;;) {
    const waiting = pendingOf((await queue.read()).acts).slice(0, PORTION)
    if (waiting.length === 0) return brought
    const acts = waiting.map(({ number, doneAt, body, signature }) => ({ number, doneAt, body, signature }))
    const { applied, outcomes } = await line.sync(acts)
    const mine = outcomes.filter(({ number }) => acts.some((act) => act.number === number))
    if (mine.length === 0) {
      // The server misses an act that is no longer here: nothing after it can ever come, and the desk has to know.
      if (waiting.every(({ number }) => number > applied + 1)) await queue.giveUp('gap')
      return brought
    }
    await queue.settle(mine)
    brought.push(...mine)
  }
}

/** Gets a fresh pack of an event and keeps it. */
export async function renewPack(
  queue: Queue,
  line: Pick<Line, 'pack'>,
  { eventId, now }: { eventId: string; now: () => Date },
): Promise<StationPack> {
  const askedAt = now().toISOString()
  const pack = await line.pack(eventId, holdingOf(await queue.read()))
  await queue.adopt(pack, askedAt)
  return pack
}

const PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 120_000

export type Loop = { soon: () => void; stop: () => void }

/**
 * Runs `round` whenever the network comes back, soon after something was done, and again and again while it says that there
 * is more to do or fails, with longer and longer pauses. Of several pages of one device only one runs at a time.
 */
export function startLoop(round: () => Promise<'idle' | 'more'>, idleMs: number): Loop {
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
      .request(SYNC_LOCK, { ifAvailable: true }, (lock) => (lock ? round() : 'more'))
      .catch(() => 'failed' as const)
    isRunning = false
    pause = next === 'failed' ? Math.min(pause * 2, LONGEST_PAUSE_MS) : PAUSE_MS
    // Whatever was done during the round may have come too late for it.
    if (isWanted) after(0)
    else after(next === 'idle' ? idleMs : pause)
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
