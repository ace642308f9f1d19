import { openStation, readStation, type OwnStation } from '#contract/checkin/stations.ts'
import { closeSession, readSession } from '#contract/identity/session.ts'
import { ApiFailure, call, type FailureCode } from '../../api/call.ts'
import { NOT_READY, stateOf, type DeviceState, type Standing } from './device-state.ts'
import { handOver, PRESENCE_LOCK, bringActs, renewPack, startLoop, type Line, type Next } from './sync-loop.ts'
import { lineOf, openKeptStation, type KeptStation } from './kept-station.ts'
import { pace } from './pace.ts'
import type { PackLock } from './pack-lock.ts'
import { waitingIn, waitsFor, type Kept, type Queue } from './queue.ts'
import { refusedActs, type RefusedAct } from './refused-acts.ts'
import { StationRefusal } from './station-refusal.ts'
import { pendingOf } from './station-state.ts'
import { presentTime } from '../../device/clock.ts'

export type StationDevice = {
  stationId: string
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
  onChange: (state: DeviceState) => void
}

/** A pack is so old at most, while there is a network. */
const RENEW_MS = 120_000
/** So often it is looked whether the day is over, or the device was left alone. */
const LOOK_MS = 20_000

const has = (failure: unknown, ...codes: FailureCode[]): boolean =>
  failure instanceof ApiFailure && codes.includes(failure.code)

/** The server does not know this station any more, or not this key. */
const isForgotten = (failure: unknown): boolean => has(failure, 'not_found', 'bad_signature')

/** What it keeps goes: it was shut out, or whoever is signed in may not have it, or nobody is. */
const isShutOut = (failure: unknown): boolean =>
  has(failure, 'station_revoked', 'station_waiting', 'not_signed_in', 'not_allowed')

/** How a station stands towards its server and its team when its page opens. */
const AT_FIRST = { isBehind: false, isGivenAway: false, isClosed: false }

/**
 * Makes this browser a station, or goes on as the one it is, and keeps its pack fresh and its acts on their way. While the
 * PIN is asked for it sends what waits, and nothing else. Null where the browser keeps nothing.
 */
export async function openStationDevice({ tenantId, eventId, onChange }: Opening): Promise<StationDevice | null> {
  const kept = await openKeptStation(tenantId)
  if (!kept) {
    onChange({ ...NOT_READY, lack: 'storage', kept: 'none' })
    return null
  }
  const { lock } = kept
  const before = await lock.state()
  // Without a network this is all there is to know.
  const pending = kept.own ? waitingIn(await kept.queueOf(kept.own.stationId).read()) : 0
  onChange({ ...NOT_READY, standing: kept.own, kept: before, pin: lock.pin(), pending })
  if (before === 'spent') await signOutHere(lock)
  const standing = { own: kept.own ?? (await askOnce(tenantId)), kept: before, ...AT_FIRST }
  const { stationId } = standing.own
  // Asked so that a browser short of room does not throw away what waits here; it may say no.
  void navigator.storage.persist().catch(() => false)
  const queue = kept.queueOf(stationId)
  const former = kept.former.filter((id) => id !== stationId)
  const queues = new Map([...former.map((id) => [id, kept.queueOf(id)] as const), [stationId, queue]])
  const others = new BroadcastChannel(`nx.station.${stationId}`)
  const show = async (): Promise<void> => {
    standing.kept = await lock.state()
    onChange(shownOf(await queue.read(), { eventId, standing, pin: lock.pin(), refused: await refusedIn(queues) }))
  }
  // What was done is done, whether or not it can be shown.
  const changed = async (): Promise<void> => {
    if (!standing.isClosed) others.postMessage('changed')
    await show().catch(() => onChange(NOT_READY))
  }
  others.addEventListener('message', () => void show().catch(() => onChange(NOT_READY)))
  const line = lineOf(stationId)
  const round = async (): Promise<Next> => {
    if (standing.isGivenAway) return 'idle'
    try {
      const next = await oneRound(queue, { kept, line, eventId, standing })
      standing.isBehind = false
      pace.heard()
      return next
    } catch (failure) {
      if (isShutOut(failure)) {
        await lock.forget()
        // Nobody is signed in, or somebody who may not: the next one who may is asked for.
        return await lookAgain(kept, standing).then(waitingFor, () => 'idle' as const)
      }
      if (!isForgotten(failure)) throw failure
      await queue.giveUp('station_revoked')
      await kept.leaveBehind(stationId)
      return 'idle'
    } finally {
      await changed()
    }
  }
  await show()
  const leave = stay()
  const loop = startLoop(round, RENEW_MS)
  const look = setInterval(() => void lookAtLock(lock, standing, () => changed().then(loop.soon)), LOOK_MS)
  return {
    stationId,
    queue: announcing(queue, changed, standing),
    soon: loop.soon,
    settle: async ({ stationId: of, number }) => {
      await queues.get(of)?.dismiss(number)
      await changed()
    },
    handOver: (after) => {
      // Whoever has it next is not the team: how it stands is not theirs to ask, and nothing of the day stays here.
      standing.isGivenAway = true
      const parting = async () => {
        const answer = await after()
        await lock.forget()
        return answer
      }
      const given = standing.own.state === 'admitted' ? handOver({ queue, line, after: parting }) : after()
      return given.catch((failure: unknown) => {
        // Not handed over after all: it goes on as a station.
        standing.isGivenAway = false
        loop.soon()
        throw failure
      })
    },
    close: () => {
      standing.isClosed = true
      clearInterval(look)
      loop.stop()
      others.close()
      leave()
    },
  }
}

const refusedIn = async (queues: ReadonlyMap<string, Queue>): Promise<RefusedAct[]> =>
  (await Promise.all([...queues].map(async ([id, one]) => refusedActs(await one.read(), id)))).flat()

type Shown = Pick<DeviceState, 'pin' | 'refused'> & {
  eventId: string
  standing: { own: Standing; kept: DeviceState['kept']; isBehind: boolean }
}

function shownOf(all: Kept, { eventId, standing: { own, kept, isBehind }, ...known }: Shown): DeviceState {
  const state = stateOf(all, eventId)
  const lack = own.state === 'admitted' ? state.lack : 'leader'
  return { ...state, ...known, lack, isReady: state.isReady && !isBehind, standing: own, kept }
}

/** The day may be over, or the device was left alone. */
async function lookAtLock(
  lock: PackLock,
  standing: { kept: DeviceState['kept'] },
  onOther: () => Promise<void>,
): Promise<void> {
  if ((await lock.state()) !== standing.kept) await onOther()
}

/** Whoever has tried too many PINs has to sign in; without a network that waits, and nothing is here meanwhile. */
async function signOutHere(lock: PackLock): Promise<void> {
  await call(closeSession)
  await lock.forget()
  // Refused, and by that led to the sign-in.
  await call(readSession)
}

/** Notes that a page works at the station, until the answer is called. */
function stay(): () => void {
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => (leave = resolve))
  void navigator.locks.request(PRESENCE_LOCK, { mode: 'shared' }, () => left)
  return () => leave()
}

/**
 * Asks to become a station the first time. Another event that is chosen meanwhile, or another page, waits for the answer: one
 * device is one station. The rounds look again how it stands.
 */
const askOnce = (tenantId: string): Promise<Standing> =>
  navigator.locks.request(`nx.station.asking.${tenantId}`, async () => {
    const kept = await openKeptStation(tenantId)
    if (!kept) throw new StationRefusal('not_kept')
    if (kept.own) return kept.own
    const body = { publicKey: kept.key.publicKey }
    const asked = await call(openStation, { body }, { idempotencyKey: crypto.randomUUID() })
    if (!(await kept.saveOwn(asked))) throw new StationRefusal('not_kept')
    return asked
  })

/** Looks again how the server says that it stands. What was shut out keeps nothing of the day. */
async function lookAgain({ lock, saveOwn }: KeptStation, standing: { own: Standing }): Promise<OwnStation> {
  const own = await call(readStation, { params: { id: standing.own.stationId } }, { quiet: true })
  standing.own = own
  await saveOwn(own)
  if (own.state !== 'admitted') await lock.forget()
  return own
}

const waitingFor = ({ state }: OwnStation): Next => (state === 'waiting' ? 'asked' : 'idle')

type Round = { kept: KeptStation; line: Line; eventId: string; standing: { own: Standing } }

/** First what waits, then a fresh pack; not of another event while acts of the one before are on their way. */
async function oneRound(queue: Queue, { kept, line, eventId, standing }: Round): Promise<Next> {
  const { lock } = kept
  const before = await queue.read()
  const told = before.pack && standing.own.state === 'admitted' ? undefined : await lookAgain(kept, standing)
  if (told && told.state !== 'admitted') return waitingFor(told)
  const brought = await bringActs(queue, line)
  // The PIN is asked for first.
  if ((await lock.state()) === 'shut') return 'idle'
  const now = await queue.read()
  if (now.pack && now.pack.event.id !== eventId && waitsFor(now, now.pack.event.id)) return 'more'
  try {
    const { stationName } = await renewPack(queue, line, {
      eventId,
      now: presentTime,
      ...(told && { told: { ...told, applied: Math.max(told.applied, ...brought.map(({ number }) => number)) } }),
      beforeKept: lock.begin,
    })
    standing.own = { ...standing.own, name: stationName }
  } catch (failure) {
    // Over, not begun, or gone: there is nothing to go on with, and nothing to ask for again soon. The station is not meant.
    if (!has(failure, 'not_today', 'not_found')) throw failure
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
