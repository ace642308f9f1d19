import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { deleteSlot, extendSlot, insertSlot } from './slot-store.ts'

/** How many of one kind one owner may have at once. */
const slots = {
  /** Files of one account that are received and not yet worked off. */
  upload: 4,
  /** Spreadsheets of one church that wait or are read: the places are few, and every church has a turn. */
  reading: 2,
  /** Files begun and not yet taken away, of one church or one operator. */
  export: 2,
} as const

type SlotKind = keyof typeof slots

/** `leave` may be called again; it does not throw. */
type Slot = { leave: () => Promise<void> }

/** A server that was killed holds what it held for so long. */
const HELD_SECONDS = 60
const SAID_AGAIN_MS = 15_000

/** Holds a slot of `whose`, an account or a church, until it is left; null when all are held, on whichever server. */
export async function holdSlot({ outside }: Database, kind: SlotKind, whose: string): Promise<Slot | null> {
  const holder = randomUUID()
  const key = createHash('sha256').update(`${kind}\n${whose}`).digest()
  if (!(await insertSlot(outside, { key, most: slots[kind], holder, seconds: HELD_SECONDS }))) return null
  // Where the database is away, the slot runs out, and nobody is held up for it.
  const saying = setInterval(() => void extendSlot(outside, holder, HELD_SECONDS).catch(() => {}), SAID_AGAIN_MS)
  saying.unref()
  let isHeld = true
  const leave = async (): Promise<void> => {
    if (!isHeld) return
    isHeld = false
    clearInterval(saying)
    await deleteSlot(outside, holder).catch(() => {})
  }
  return { leave }
}
