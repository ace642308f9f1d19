import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { BEFORE_THE_FIRST, type ChainedEntry } from './chain.ts'

export type HashedEntry = ChainedEntry & { hash: Buffer }

type Place = Pick<ChainedEntry, 'tenantId' | 'eventId'>
type Head = { number: number; link: Buffer }

/**
 * Locks the end of an event's log: the number of its last entry and the link after it. Whoever took a head away, or put
 * entries behind it, does not stop the log: it goes on behind the highest number, and the check names the place.
 */
export async function lockHead(tx: Tx, place: Place): Promise<Head> {
  const head = await lockKnown(tx, place)
  if (head) return head
  await sql`
    insert into custody_head (tenant_id, event_id, entries, hash)
    values (${place.tenantId}, ${place.eventId}, ${lastNumber(place)}, ${BEFORE_THE_FIRST})
    on conflict do nothing`.execute(tx)
  const made = await lockKnown(tx, place)
  if (!made) throw new Error('The head of a custody log was not locked')
  return made
}

const lastNumber = ({ eventId }: Place) =>
  sql`coalesce((select max(number) from custody_entry where event_id = ${eventId}), 0)`

/** The highest number is asked for only where one stands behind the head: it costs more, the longer the log. */
async function lockKnown(tx: Tx, place: Place): Promise<Head | null> {
  const { rows } = await sql<Head>`
    update custody_head h set entries = case
      when exists (select from custody_entry e where e.event_id = h.event_id and e.number = h.entries + 1)
      then ${lastNumber(place)} else h.entries end
    where h.event_id = ${place.eventId} returning h.entries as number, h.hash as link`.execute(tx)
  return rows[0] ?? null
}

/** Writes entries of one event behind its head, and the link that they end in. */
export async function insertEntries(tx: Tx, entries: readonly HashedEntry[], link: Buffer): Promise<void> {
  const column = <Key extends keyof HashedEntry>(key: Key): HashedEntry[Key][] => entries.map((entry) => entry[key])
  const [first] = entries
  if (!first) return
  await sql`
    with written as (
      insert into custody_entry (tenant_id, event_id, number, at, act, person_id, registration_id, class_id, collector_id,
        actor_kind, actor_id, second_actor_id, station_id, details, hash)
      select ${first.tenantId}, ${first.eventId}, e.* from unnest(
        ${column('number')}::integer[],
        ${column('at').map((at) => `${at}Z`)}::timestamptz[],
        ${column('act')}::text[],
        ${column('personId')}::uuid[],
        ${column('registrationId')}::uuid[],
        ${column('classId')}::uuid[],
        ${column('collectorId')}::uuid[],
        ${column('actorKind')}::text[],
        ${column('actorId')}::uuid[],
        ${column('secondActorId')}::uuid[],
        ${column('stationId')}::uuid[],
        ${column('details').map((details) => JSON.stringify(details))}::jsonb[],
        ${column('hash')}::bytea[]) e
      returning number)
    update custody_head set entries = (select max(number) from written), hash = ${link}
    where event_id = ${first.eventId}`.execute(tx)
}
