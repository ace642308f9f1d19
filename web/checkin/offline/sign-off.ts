import { handOver, PRESENCE_LOCK, SYNC_LOCK, bringActs } from './sync-loop.ts'
import { lineOf, openKeptStation } from './kept-station.ts'
import type { PackLock } from './pack-lock.ts'
import { waitingIn, type Queue } from './queue.ts'

type Here = { stationId: string; queue: Queue; lock: PackLock }

/** The station that this device is for a church; null: it is none. */
async function here(tenantId: string): Promise<Here | null> {
  const kept = await openKeptStation(tenantId)
  if (!kept?.own) return null
  const { own, lock } = kept
  return { stationId: own.stationId, queue: kept.queueOf(own.stationId), lock }
}

const unsentIn = async ({ queue }: Here): Promise<number> => waitingIn(await queue.read())

/** What was done on this device and the church does not know of yet. */
export async function unsentHere(tenantId: string): Promise<number> {
  const station = await here(tenantId)
  return station ? unsentIn(station) : 0
}

/** What became of what waited here. */
type Sent = { sent: number; refused: number; left: number }

/** Brings what waits, whoever did it, also while it is locked. Throws what the line throws. */
export async function sendHere(tenantId: string): Promise<Sent> {
  const station = await here(tenantId)
  const kept = await station?.queue.read()
  if (!station || !kept || (kept.sealed.length === 0 && kept.acts.every(({ outcome }) => outcome !== null)))
    return { sent: 0, refused: 0, left: 0 }
  const before = await unsentIn(station)
  const brought = await navigator.locks.request(SYNC_LOCK, () => bringActs(station.queue, lineOf(station.stationId)))
  const left = await unsentIn(station)
  return { sent: before - left, refused: brought.filter(({ outcome }) => outcome === 'refused').length, left }
}

/** Nobody waits longer for places that may be given back later. */
const CLOSING_MS = 5000

/**
 * Gives the station's places back, if that can be, and then does this in any case. Where it ended the session, nothing that
 * can be read stays on the device.
 */
export async function closeHere(tenantId: string, end: () => Promise<boolean>): Promise<void> {
  const station = await here(tenantId).catch(() => null)
  let done: Promise<boolean> | undefined
  const finish = () => (done ??= end())
  if (station && (await hasPack(station)))
    await handOver({ ...station, line: lineOf(station.stationId, CLOSING_MS), after: finish }).catch(() => undefined)
  if (await finish()) await station?.lock.forget()
}

const hasPack = async ({ queue }: Here): Promise<boolean> => Boolean((await queue.read().catch(() => null))?.pack)

/** Nobody is signed in any more, whoever it was: what stations of this device kept of their day goes. */
export async function forgetPacks(tenantIds: readonly string[]): Promise<void> {
  for (const tenantId of tenantIds) await (await openKeptStation(tenantId))?.lock.forget()
}

/** Its page goes first; another one that works at the station stays longer than this. */
const LEAVING_MS = 3000

/** The station was left: its places do not lie idle, unless another page of this device works at it. */
export async function leaveStation(tenantId: string): Promise<void> {
  const nobody = { signal: AbortSignal.timeout(LEAVING_MS) }
  await navigator.locks
    .request(PRESENCE_LOCK, nobody, () => closeHere(tenantId, () => Promise.resolve(false)))
    .catch(() => undefined)
}
