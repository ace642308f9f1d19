import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { selectNamedEntries, type ListedEntry } from '../custody/custody-list-store.ts'

/** The last entry of a child at an event that says such a thing; `collectorId` only about this collector. */
export type LastEntry = { personId: string; number: number; classId: string | null; stationId: string | null; at: Date }

export async function selectLast(
  tx: Tx,
  { eventId, childIds, acts }: { eventId: string; childIds: readonly string[]; acts: readonly string[] },
): Promise<Map<string, LastEntry>> {
  const { rows } = await sql<LastEntry>`
    select distinct on (person_id) person_id as "personId", number, class_id as "classId", station_id as "stationId", at
    from custody_entry
    where event_id = ${eventId} and person_id = any (${[...childIds]}::uuid[]) and act = any (${[...acts]}::text[])
    order by person_id, number desc`.execute(tx)
  return new Map(rows.map((row) => [row.personId, row]))
}

/** Refusals by another station to give these children to this collector, which nothing that was said since takes back. */
export async function selectRefusedElsewhere(
  tx: Tx,
  { eventId, childIds, collectorId, stationId }: Release & { stationId: string },
): Promise<Map<string, LastEntry>> {
  const { rows } = await sql<LastEntry>`
    select distinct on (e.person_id) e.person_id as "personId", e.number, e.class_id as "classId",
      e.station_id as "stationId", e.at
    from custody_entry e join registration_child k on k.event_id = e.event_id and k.person_id = e.person_id
    where e.event_id = ${eventId} and e.person_id = any (${[...childIds]}::uuid[]) and e.act = 'release_refused'
      and e.collector_id = ${collectorId} and e.station_id is distinct from ${stationId}::uuid
      and e.details ->> 'reason' in ('no_grant', 'not_authorised', 'not_yet', 'no_longer', 'wrong_day', 'used')
      and e.at >= k.checked_in_at
      and not exists (select from guardian_grant g where g.person_id = ${collectorId} and g.added_at > e.at)
    order by e.person_id, e.number desc`.execute(tx)
  return new Map(rows.map((row) => [row.personId, row]))
}

export type Release = { eventId: string; childIds: readonly string[]; collectorId: string }

/** What stands in the log as not going together with this act of a station, by the names of today. */
export const selectConflicts = (
  tx: Tx,
  { stationId, number }: { stationId: string; number: number },
): Promise<ListedEntry[]> =>
  selectNamedEntries(
    tx,
    sql`e.act = 'conflict' and e.station_id = ${stationId} and e.details ->> 'number' = ${String(number)}`,
  )
