import { fetchPack, openStation, syncStation } from '#contract/checkin/offline.ts'
import { ApiFailure, call } from '../../lib/api.ts'
import { openVault } from '../../lib/vault.ts'
import { openStationKey, type StationKey } from './keys.ts'
import { openQueue, waitsFor, type Kept, type Queue } from './queue.ts'
import { refusedActs, type RefusedAct } from './refused-acts.ts'
import { pendingOf } from './station-state.ts'
import { bringActs, renewPack, startLoop, type Line } from './sync-loop.ts'

/** What the screen shows of the device. */
export type DeviceState = {
  /** False: this device cannot go on without a network. */
  isReady: boolean
  pending: number
  refused: readonly RefusedAct[]
}

export const NOT_READY: DeviceState = { isReady: false, pending: 0, refused: [] }

export type StationDevice = {
  queue: Queue
  /** Brings what waits and gets a fresh pack as soon as may be. */
  soon: () => void
  settle: (act: RefusedAct) => Promise<void>
  close: () => void
}

type Opening = {
  /** Of the church: each has a vault of its own on the device. */
  tenantId: string
  eventId: string
  /** What the list of stations calls the device. */
  name: string
  onChange: (state: DeviceState) => void
}

/** A pack is so old at most, while there is a network. */
const RENEW_MS = 120_000
const now = (): Date => new Date()

/** The server does not know this station any more, or not this key. */
const isShutOut = (failure: unknown): boolean =>
  failure instanceof ApiFailure && ['station_revoked', 'not_found', 'bad_signature'].includes(failure.code)

/**
 * Makes this browser a station, or goes on as the one it is, and keeps its pack fresh and its acts on their way. Null where
 * the browser keeps nothing, or while it has never had a network.
 */
export async function openStationDevice({ tenantId, eventId, name, onChange }: Opening): Promise<StationDevice | null> {
  const [vault, key] = await Promise.all([openVault(`station.${tenantId}`), openStationKey()])
  if (!vault.keeps || !key) return null
  const station = (await vault.getOrFail<{ id: string }>('station')) ?? (await setUp(key, name))
  if (!(await vault.put('station', station))) return null
  // Asked so that a browser short of room does not throw away what waits here; it may say no.
  void navigator.storage.persist().catch(() => false)
  const shelf = { get: vault.getOrFail, put: vault.put }
  const queueOf = (stationId: string): Queue =>
    openQueue({
      stationId,
      shelf,
      sign: key.sign,
      now,
      inTurn: (work) => navigator.locks.request(`nx.station.${stationId}`, work),
    })
  const queue = queueOf(station.id)
  // What the device was before it was shut out: nothing of it comes any more, and what was refused is still to be settled.
  const former = ((await vault.getOrFail<string[]>('former')) ?? []).filter((id) => id !== station.id)
  const queues = new Map([...former.map((id) => [id, queueOf(id)] as const), [station.id, queue]])
  const others = new BroadcastChannel(`nx.station.${station.id}`)
  const standing = { isBehind: false, isClosed: false }
  const show = async (): Promise<void> => {
    const state = stateOf(await queue.read(), eventId)
    const refused = await Promise.all([...queues].map(async ([id, one]) => refusedActs(await one.read(), id)))
    onChange({ ...state, refused: refused.flat(), isReady: state.isReady && !standing.isBehind })
  }
  // What was done is done, whether or not it can be shown.
  const changed = async (): Promise<void> => {
    if (!standing.isClosed) others.postMessage('changed')
    await show().catch(() => onChange(NOT_READY))
  }
  others.addEventListener('message', () => void show().catch(() => onChange(NOT_READY)))
  const round = async (): Promise<'idle' | 'more'> => {
    try {
      const next = await oneRound(queue, { line: lineOf(station.id), eventId })
      standing.isBehind = false
      return next
    } catch (failure) {
      if (!isShutOut(failure)) throw failure
      await queue.giveUp('station_revoked')
      if (!(await vault.put('former', [...former, station.id]))) throw failure
      await vault.drop('station')
      return 'idle'
    } finally {
      await changed()
    }
  }
  await show()
  const loop = startLoop(round, RENEW_MS)
  return {
    queue: announcing(queue, changed, standing),
    soon: loop.soon,
    settle: async ({ stationId, number }) => {
      await queues.get(stationId)?.dismiss(number)
      await changed()
    },
    close: () => {
      standing.isClosed = true
      loop.stop()
      others.close()
    },
  }
}

async function setUp(key: StationKey, name: string): Promise<{ id: string }> {
  const body = { name, publicKey: key.publicKey }
  const { stationId } = await call(openStation, { body }, { idempotencyKey: crypto.randomUUID() })
  return { id: stationId }
}

const lineOf = (id: string): Line => ({
  sync: (acts) => call(syncStation, { params: { id }, body: { acts } }, { quiet: true }),
  pack: (eventId, holding) => call(fetchPack, { params: { id }, body: { eventId, holding } }, { quiet: true }),
})

/** First what waits, then a fresh pack; not of another event while acts of the one before are on their way. */
async function oneRound(queue: Queue, { line, eventId }: { line: Line; eventId: string }): Promise<'idle' | 'more'> {
  await bringActs(queue, line)
  const kept = await queue.read()
  if (kept.pack && kept.pack.event.id !== eventId && waitsFor(kept, kept.pack.event.id)) return 'more'
  try {
    await renewPack(queue, line, { eventId, now })
  } catch (failure) {
    // Over, not begun, or gone: there is nothing to go on with, and nothing to ask for again soon. The station is not meant.
    if (!(failure instanceof ApiFailure) || !['not_today', 'not_found'].includes(failure.code)) throw failure
  }
  return pendingOf((await queue.read()).acts).length > 0 ? 'more' : 'idle'
}

/**
 * Says so when something was added or noted. What cannot be noted the server has done all the same: the device is behind
 * until its next pack.
 */
const announcing = (queue: Queue, changed: () => Promise<void>, standing: { isBehind: boolean }): Queue => ({
  ...queue,
  add: async (plan) => {
    const added = await queue.add(plan)
    await changed()
    return added
  },
  note: async (act, registrationId) => {
    await queue.note(act, registrationId).catch(() => {
      standing.isBehind = true
    })
    await changed()
  },
})

const stateOf = ({ pack, acts }: Kept, eventId: string): Pick<DeviceState, 'isReady' | 'pending'> => ({
  isReady: pack?.event.id === eventId,
  pending: pendingOf(acts).length,
})
