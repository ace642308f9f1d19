import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** An act of custody as the chain covers it: everything of its row but the hash. */
export type ChainedEntry = {
  tenantId: string
  eventId: string
  number: number
  /** Instant to the microsecond in UTC, `2026-11-22T09:30:00.000000`: the database keeps no more. */
  at: string
  act: string
  personId: string | null
  registrationId: string | null
  classId: string | null
  collectorId: string | null
  actorKind: string
  actorId: string | null
  secondActorId: string | null
  stationId: string | null
  details: unknown
}

const KEY_BYTES = 32

/** What stands before the first entry of an event. */
export const BEFORE_THE_FIRST = Buffer.alloc(KEY_BYTES)

/** The key of the chain, for whoever knows the installation's secret. */
export const chainKey = (secretKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'custody log', KEY_BYTES))

/** The hash of an entry over itself and over the link that the entries before it end in. */
export const hashEntry = (key: Buffer, link: Buffer, entry: ChainedEntry): Buffer =>
  createHmac('sha256', key).update('entry\n').update(link).update(canonicalText(entry)).digest()

/**
 * What the chain ends in after an entry: kept in the head alone and never in an entry, so that nobody can cut the last
 * entries off and put back a head that fits.
 */
export const linkAfter = (key: Buffer, number: number, entryHash: Buffer): Buffer =>
  number === 0 ? BEFORE_THE_FIRST : createHmac('sha256', key).update(`link\n${number}\n`).update(entryHash).digest()

/** Whether an entry is as it was written, behind the entry whose hash is given; null: there is none. */
export function isIntact(key: Buffer, entry: ChainedEntry, hashes: { hash: Buffer; before: Buffer | null }): boolean {
  if (entry.number > 1 && hashes.before === null) return false
  const link = linkAfter(key, entry.number - 1, hashes.before ?? BEFORE_THE_FIRST)
  return isSame(hashEntry(key, link, entry), hashes.hash)
}

export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** JSON of the values in a fixed order. */
function canonicalText(entry: ChainedEntry): string {
  return JSON.stringify([
    entry.tenantId,
    entry.eventId,
    entry.number,
    entry.at,
    entry.act,
    entry.personId,
    entry.registrationId,
    entry.classId,
    entry.collectorId,
    entry.actorKind,
    entry.actorId,
    entry.secondActorId,
    entry.stationId,
    inOrder(entry.details),
  ])
}

/** The database orders the keys of an object its own way. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, kept]) => [key, inOrder(kept)])
}
