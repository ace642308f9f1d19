import { setTimeout as sleep } from 'node:timers/promises'
import type { PlacesLeft } from './place-list-store.ts'

/** Everybody who watches one event. */
export type Room = {
  /** What is known, as text to compare; null: nothing yet. */
  latest: { text: string; places: PlacesLeft[] } | null
  listeners: Set<() => void>
}

export type Rooms = {
  /** Lets somebody in; `leave` is called once. */
  enter: (key: string, ask: () => Promise<PlacesLeft[]>, wake: () => void) => { room: Room; leave: () => void }
}

const LOOK_MS = 1_000

/** One room for each event that is watched. As long as somebody is in it the database is asked once a second, for all of them. */
export function openRooms(onFailure: (error: unknown) => void): Rooms {
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
