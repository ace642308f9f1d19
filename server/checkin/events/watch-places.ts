import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Messages } from '../../platform/http/index.ts'
import { selectPlacesLeft, type PlacesLeft } from './place-store.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** Everybody who watches one event. */
type Room = {
  /** What is known, as text to compare; null: nothing yet. */
  latest: { text: string; places: PlacesLeft[] } | null
  listeners: Set<() => void>
}

type Rooms = {
  /** Lets somebody in; `leave` is called once. */
  enter: (key: string, ask: () => Promise<PlacesLeft[]>, wake: () => void) => { room: Room; leave: () => void }
}

const LOOK_MS = 1_000

/** One room for each event that is watched. As long as somebody is in it the database is asked once a second, for all of them. */
function openRooms(onFailure: (error: unknown) => void): Rooms {
  const rooms = new Map<string, Room>()
  const look = async (room: Room, ask: () => Promise<PlacesLeft[]>): Promise<void> => {
    try {
      const places = await ask()
      const text = JSON.stringify(places)
      if (text === room.latest?.text) return
      room.latest = { text, places }
      for (const wake of room.listeners) wake()
    } catch (error) {
      // The next look comes in a second; meanwhile what is shown stays.
      onFailure(error)
    }
  }
  const keepLooking = async (key: string, room: Room, ask: () => Promise<PlacesLeft[]>): Promise<void> => {
    while (room.listeners.size > 0) {
      await look(room, ask)
      await sleep(LOOK_MS, undefined, { ref: false })
    }
    if (rooms.get(key) === room) rooms.delete(key)
  }
  return {
    enter: (key, ask, wake) => {
      const known = rooms.get(key)
      const room = known ?? { latest: null, listeners: new Set() }
      room.listeners.add(wake)
      if (!known) {
        rooms.set(key, room)
        keepLooking(key, room, ask).catch(onFailure)
      }
      return { room, leave: () => room.listeners.delete(wake) }
    },
  }
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
  const rooms = openRooms((error) => log.warn({ err: error }, 'places could not be read'))
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
    const ask = (): Promise<PlacesLeft[]> => database.withTenant(tenantId, (tx) => selectPlacesLeft(tx, eventId))
    return async function* messages(gone) {
      const bell = doorbell(gone)
      const { room, leave } = rooms.enter(`${tenantId} ${eventId}`, ask, bell.ring)
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
