import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Messages } from '../../platform/http/index.ts'
import { readPlacesLeft, type PlacesLeft, type WatchedEvent } from './place-store.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** Everybody who watches one event. */
type Room = {
  watched: WatchedEvent
  /** What is known, as text to compare; null: nothing yet. */
  latest: { text: string; places: PlacesLeft[] } | null
  listeners: Set<() => void>
}

type Rooms = {
  /** Lets somebody in; `leave` is called once. */
  enter: (watched: WatchedEvent, wake: () => void) => { room: Room; leave: () => void }
}

type Ask = (watched: WatchedEvent[]) => Promise<(WatchedEvent & PlacesLeft)[]>

const LOOK_MS = 1_000

const keyOf = ({ tenantId, eventId }: WatchedEvent): string => `${tenantId} ${eventId}`

/**
 * One room for each event that is watched. As long as somebody is in any of them the database is asked once a second, for
 * all of them together; for a new one at once.
 */
function openRooms(ask: Ask, onFailure: (error: unknown) => void): Rooms {
  const rooms = new Map<string, Room>()
  let isLooking = false
  const look = async (seen: Room[]): Promise<void> => {
    try {
      const found = Map.groupBy(await ask(seen.map(({ watched }) => watched)), keyOf)
      for (const room of seen) show(room, found.get(keyOf(room.watched)) ?? [])
    } catch (error) {
      // The next look comes in a second; meanwhile what is shown stays.
      onFailure(error)
    }
  }
  const keepLooking = async (): Promise<void> => {
    isLooking = true
    while (rooms.size > 0) {
      await sleep(LOOK_MS, undefined, { ref: false })
      for (const [key, { listeners }] of rooms) if (listeners.size === 0) rooms.delete(key)
      if (rooms.size > 0) await look([...rooms.values()])
    }
    isLooking = false
  }
  return {
    enter: (watched, wake) => {
      const known = rooms.get(keyOf(watched))
      const room = known ?? { watched, latest: null, listeners: new Set() }
      room.listeners.add(wake)
      if (!known) {
        rooms.set(keyOf(watched), room)
        look([room]).catch(onFailure)
        if (!isLooking) keepLooking().catch(onFailure)
      }
      return { room, leave: () => room.listeners.delete(wake) }
    },
  }
}

/** Wakes those who watch when the places are others than before. */
function show(room: Room, found: readonly PlacesLeft[]): void {
  const places = found.map(({ classId, placesLeft }) => ({ classId, placesLeft }))
  const text = JSON.stringify(places)
  if (text === room.latest?.text) return
  room.latest = { text, places }
  for (const wake of room.listeners) wake()
}

const LISTENERS_OF_ONE = 5
/** Of one church, which others need not suffer from. */
const LISTENERS_OF_CHURCH = 500
const LISTENERS_MOST = 4_000
/** How often it is asked whether a listener is still signed in. */
const IDENTIFY_MS = 30_000

type Watcher = {
  tenantId: string
  accountId: string
  eventId: string
  /** False once the session is over. */
  isStillThere: () => Promise<boolean>
}

/** Answers the places of an event as they change. Throws `busy` when somebody, or everybody together, watches too much. */
type WatchPlaces = (watcher: Watcher) => Messages<PlacesLeft[]>

export function openWatch({ database, log }: Pick<AppContext, 'database' | 'log'>): WatchPlaces {
  const ask: Ask = (watched) => readPlacesLeft(database.outside, watched)
  const rooms = openRooms(ask, (error) => log.warn({ err: error }, 'places could not be read'))
  const watching = new Map<string, number>()
  let all = 0
  const of = (whose: string): number => watching.get(whose) ?? 0
  const count = ({ tenantId, accountId }: Watcher, more: 1 | -1): void => {
    all += more
    for (const whose of [tenantId, accountId]) {
      if (of(whose) + more === 0) watching.delete(whose)
      else watching.set(whose, of(whose) + more)
    }
  }
  return (watcher) => {
    const { tenantId, accountId, eventId, isStillThere } = watcher
    if (all >= LISTENERS_MOST || of(tenantId) >= LISTENERS_OF_CHURCH || of(accountId) >= LISTENERS_OF_ONE)
      throw new ApiError('busy', {
        message: 'Too many people are viewing this right now. Reload the page to see the places.',
        retryAfter: 30,
      })
    count(watcher, 1)
    return async function* messages(gone) {
      const bell = doorbell(gone)
      const { room, leave } = rooms.enter({ tenantId, eventId }, bell.ring)
      try {
        yield* changesIn(room, { bell, gone, isStillThere })
      } finally {
        leave()
        count(watcher, -1)
      }
    }
  }
}

type Listening = { bell: Doorbell; gone: AbortSignal; isStillThere: () => Promise<boolean> }

async function* changesIn(room: Room, { bell, gone, isStillThere }: Listening): AsyncGenerator<PlacesLeft[]> {
  let sent: string | null = null
  let identified = performance.now()
  while (!gone.aborted) {
    if (performance.now() - identified >= IDENTIFY_MS) {
      if (!(await isStillThere())) return
      identified = performance.now()
    }
    const { latest } = room
    if (latest && latest.text !== sent) {
      sent = latest.text
      yield latest.places
    } else await bell.wait(IDENTIFY_MS)
  }
}

type Doorbell = { ring: () => void; wait: (milliseconds: number) => Promise<void> }

/** Wakes whoever waits; rung by news, by the listener's leaving, or by the time. A ring while nobody waits is for the next wait. */
function doorbell(gone: AbortSignal): Doorbell {
  let hasRung = false
  let wake: (() => void) | null = null
  const ring = (): void => {
    hasRung = true
    wake?.()
  }
  gone.addEventListener('abort', ring, { once: true })
  return {
    ring,
    wait: async (milliseconds) => {
      if (!hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, milliseconds)
        await promise
        clearTimeout(timer)
        wake = null
      }
      hasRung = false
    },
  }
}
