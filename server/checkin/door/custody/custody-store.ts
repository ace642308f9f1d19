import { sql } from 'kysely'
import type { Tx, TenantId } from '../../../platform/database/index.ts'
import { BEFORE_THE_FIRST, type ChainedEntry } from './chain.ts'

export type HashedEntry = ChainedEntry & { hash: Buffer }

type Place = Pick<ChainedEntry, 'tenantId' | 'eventId'>
type Head = { number: number; link: Buffer }

/** Locks the end of an event's log: the number of its last entry and the link after it. A head that was taken away is made again. */
export async function lockHead(tx: Tx, place: Place): Promise<Head> {
  const head = await lockKnown(tx, place)
  if (head) return head
  await sql`
    insert into custody_head (tenant_id, event_id, entries, hash)
    values (${place.tenantId}, ${place.eventId}, ${await lastNumber(tx, place)}, ${BEFORE_THE_FIRST})
    on conflict do nothing`.execute(tx)
  const made = await lockKnown(tx, place)
  if (!made) throw new Error('The head of a custody log was not locked')
  return made
}

/** The highest number of an event's entries; 0: none. */
export async function lastNumber(tx: Tx, { eventId }: Pick<Place, 'eventId'>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(number) as last from custody_entry where event_id = ${eventId}`.execute(tx)
  return rows[0]?.last ?? 0
}

async function lockKnown(tx: Tx, { eventId }: Place): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select entries as number, hash as link from custody_head where event_id = ${eventId} for no key update`.execute(tx)
  return rows[0] ?? null
}

/**
 * Writes entries of one event behind its head, and the link that they end in. False, and nothing was written: another entry
 * has the first of their numbers.
 */
export async function insertEntries(tx: Tx, entries: readonly HashedEntry[], link: Buffer): Promise<boolean> {
  const column = <Key extends keyof HashedEntry>(key: Key): HashedEntry[Key][] => entries.map((entry) => entry[key])
  const [first] = entries
  if (!first) return true
  const { rows } = await sql<{ written: number }>`
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
      on conflict do nothing returning number
    ), kept as (
      update custody_head set entries = (select max(number) from written), hash = ${link}
      where event_id = ${first.eventId} and exists (select from written)
    )
    select count(*)::integer as written from written`.execute(tx)
  const written = rows[0]?.written ?? 0
  if (written > 0 && written < entries.length) throw new Error('A custody log has an entry in the middle of new ones')
  return written > 0
}

type ChurchOfLog = { name: string; timeZone: string }

export async function selectChurchOfLog(tx: Tx): Promise<ChurchOfLog | null> {
  const { rows } = await sql<ChurchOfLog>`select name, time_zone as "timeZone" from church`.execute(tx)
  return rows[0] ?? null
}

/** Churches whose logs have grown since their last mail and where it is evening. */
export async function findToAnchor(tx: Tx, at: Date): Promise<TenantId[]> {
  const { rows } = await sql<{ tenantId: TenantId }>`
    select tenant_id as "tenantId" from find_custody_to_anchor(${at})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** False: this day is done. */
export async function insertAnchorDay(
  tx: Tx,
  { tenantId, day, at }: { tenantId: TenantId; day: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into custody_anchor (tenant_id, day, made_at) values (${tenantId}, ${day}, ${at})
    on conflict do nothing returning day`.execute(tx)
  return rows.length > 0
}

/** The ends of the logs that have grown since the last time; from now on they count as said. */
export async function takeGrown(tx: Tx): Promise<{ eventId: string; number: number }[]> {
  const { rows } = await sql<{ eventId: string; number: number }>`
    update custody_head set anchored = entries where entries > anchored
    returning event_id as "eventId", entries as number`.execute(tx)
  return rows
}

type EndOfLog = { eventId: string; eventName: string | null; number: number; hash: Buffer | null }

/** The entries at these places, in the order of the events; without a hash it is not there. */
export async function selectEnds(tx: Tx, places: readonly { eventId: string; number: number }[]): Promise<EndOfLog[]> {
  const { rows } = await sql<EndOfLog>`
    select w.event_id as "eventId", v.name as "eventName", w.number, e.hash
    from unnest(${places.map(({ eventId }) => eventId)}::uuid[], ${places.map(({ number }) => number)}::integer[])
      as w (event_id, number)
    left join event v on v.id = w.event_id
    left join custody_entry e on e.event_id = w.event_id and e.number = w.number
    order by v.starts_at, w.event_id, w.number`.execute(tx)
  return rows
}
