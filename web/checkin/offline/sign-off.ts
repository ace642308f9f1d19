import { handOver } from './hand-over.ts'
import { lineOf, openKeptStation } from './kept-station.ts'
import { PRESENCE_LOCK, SYNC_LOCK } from './locks.ts'
import type { Queue } from './queue.ts'
import { unsentOf } from './station-state.ts'
import { bringActs } from './sync-loop.ts'

type Here = { stationId: string; queue: Queue }

/** The station that this device is for a church; null: it is none. */
async function here(tenantId: string): Promise<Here | null> {
  const kept = await openKeptStation(tenantId)
  return kept?.stationId ? { stationId: kept.stationId, queue: kept.queueOf(kept.stationId) } : null
}

const unsentIn = async ({ queue }: Here): Promise<number> => unsentOf((await queue.read()).acts).length

/** What was done on this device and the church does not know of yet. */
export async function unsentHere(tenantId: string): Promise<number> {
  const station = await here(tenantId)
  return station ? unsentIn(station) : 0
}

/** What became of what waited here. */
export type Sent = { sent: number; refused: number; left: number }

/** Brings what waits, whoever did it. Throws what the line throws. */
export async function sendHere(tenantId: string): Promise<Sent> {
  const station = await here(tenantId)
  if (!station || (await station.queue.read()).acts.every(({ outcome }) => outcome !== null))
    return { sent: 0, refused: 0, left: 0 }
  const before = await unsentIn(station)
  const brought = await navigator.locks.request(SYNC_LOCK, () => bringActs(station.queue, lineOf(station.stationId)))
  const left = await unsentIn(station)
  return { sent: before - left, refused: brought.filter(({ outcome }) => outcome === 'refused').length, left }
}

/** Nobody waits longer for places that may be given back later. */
const CLOSING_MS = 5000

/** Gives the station's places back, if that can be, and then does this in any case. */
export async function closeHere<T>(tenantId: string, then: () => Promise<T>): Promise<T> {
  const station = await here(tenantId).catch(() => null)
  if (!station) return then()
  const { queue, stationId } = station
  let done: Promise<T> | undefined
  const finish = () => (done ??= then())
  const eventId = (await queue.read().catch(() => null))?.pack?.event.id
  if (eventId !== undefined)
    await handOver({ queue, line: lineOf(stationId, CLOSING_MS), eventId, after: finish }).catch(() => undefined)
  return finish()
}

/** Its page goes first; another one that works at the station stays longer than this. */
const LEAVING_MS = 3000

/** The station was left: its places do not lie idle, unless another page of this device works at it. */
export async function leaveStation(tenantId: string): Promise<void> {
  const nobody = { signal: AbortSignal.timeout(LEAVING_MS) }
  await navigator.locks
    .request(PRESENCE_LOCK, nobody, () => closeHere(tenantId, () => Promise.resolve()))
    .catch(() => undefined)
}
