import { openStation } from '#contract/checkin/offline.ts'
import { ApiFailure, call } from '../../lib/api.ts'
import { NOT_READY, stateOf, type DeviceState } from './device-state.ts'
import { handOver } from './hand-over.ts'
import { lineOf, openKeptStation, type KeptStation } from './kept-station.ts'
import type { StationKey } from './keys.ts'
import { PRESENCE_LOCK } from './locks.ts'
import { pace } from './pace.ts'
import { waitsFor, type Queue } from './queue.ts'
import { refusedActs, type RefusedAct } from './refused-acts.ts'
import { pendingOf } from './station-state.ts'
import { bringActs, renewPack, startLoop, type Line } from './sync-loop.ts'
import { presentTime as now } from '../../lib/clock.ts'

export type StationDevice = {
  queue: Queue
  /** Brings what waits and gets a fresh pack as soon as may be. */
  soon: () => void
  settle: (act: RefusedAct) => Promise<void>
  /** Brings what waits, gives the places back and then does this. Throws `network` where not all could be brought. */
  handOver: <T>(after: () => Promise<T>) => Promise<T>
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

/** The server does not know this station any more, or not this key. */
const isShutOut = (failure: unknown): boolean =>
  failure instanceof ApiFailure && ['station_revoked', 'not_found', 'bad_signature'].includes(failure.code)

/**
 * Makes this browser a station, or goes on as the one it is, and keeps its pack fresh and its acts on their way. Null where
 * the browser keeps nothing, or while it has never had a network.
 */
export async function openStationDevice({ tenantId, eventId, name, onChange }: Opening): Promise<StationDevice | null> {
  const kept = await openKeptStation(tenantId)
  const stationId = kept && (await stationIdOf(kept, name))
  if (!kept || !stationId) {
    onChange({ ...NOT_READY, lack: 'storage' })
    return null
  }
  const { vault } = kept
  // Asked so that a browser short of room does not throw away what waits here; it may say no.
  void navigator.storage.persist().catch(() => false)
  const queue = kept.queueOf(stationId)
  // What the device was before it was shut out: nothing of it comes any more, and what was refused is still to be settled.
  const former = ((await vault.getOrFail<string[]>('former')) ?? []).filter((id) => id !== stationId)
  const queues = new Map([...former.map((id) => [id, kept.queueOf(id)] as const), [stationId, queue]])
  const others = new BroadcastChannel(`nx.station.${stationId}`)
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
  const line = lineOf(stationId)
  const round = async (): Promise<'idle' | 'more'> => {
    try {
      const next = await oneRound(queue, { line, eventId })
      standing.isBehind = false
      pace.heard()
      return next
    } catch (failure) {
      if (!isShutOut(failure)) throw failure
      await queue.giveUp('station_revoked')
      if (!(await vault.put('former', [...former, stationId]))) throw failure
      await vault.drop('station')
      return 'idle'
    } finally {
      await changed()
    }
  }
  await show()
  const leave = stay()
  const loop = startLoop(round, RENEW_MS)
  return {
    queue: announcing(queue, changed, standing),
    soon: loop.soon,
    settle: async ({ stationId: of, number }) => {
      await queues.get(of)?.dismiss(number)
      await changed()
    },
    handOver: (after) =>
      handOver({ queue, line, eventId, after }).catch((failure: unknown) => {
        // Not handed over after all: it goes on as a station.
        loop.soon()
        throw failure
      }),
    close: () => {
      standing.isClosed = true
      loop.stop()
      others.close()
      leave()
    },
  }
}

/** Notes that a page works at the station, until the answer is called. */
function stay(): () => void {
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => (leave = resolve))
  void navigator.locks.request(PRESENCE_LOCK, { mode: 'shared' }, () => left)
  return () => leave()
}

/** Null: it cannot be kept. */
async function stationIdOf({ vault, key, stationId }: KeptStation, name: string): Promise<string | null> {
  const station = { id: stationId ?? (await setUp(key, name)) }
  return (await vault.put('station', station)) ? station.id : null
}

async function setUp(key: StationKey, name: string): Promise<string> {
  const body = { name, publicKey: key.publicKey }
  const { stationId } = await call(openStation, { body }, { idempotencyKey: crypto.randomUUID() })
  return stationId
}

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
