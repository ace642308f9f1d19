import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { selectNamedEntries, type ListedEntry } from './custody-list-store.ts'

export type IncidentPlace = { eventId: string; number: number }

export async function insertIncidents(
  tx: Tx,
  { tenantId, eventId, numbers, at }: { tenantId: TenantId; eventId: string; numbers: readonly number[]; at: Date },
): Promise<void> {
  await sql`
    insert into custody_incident (tenant_id, event_id, number, raised_at)
    select ${tenantId}, ${eventId}, n, ${at} from unnest(${[...numbers]}::integer[]) n`.execute(tx)
}

/** What nobody has settled yet, with the names of today; of one event's numbers, or all. */
export async function selectOpenIncidents(
  tx: Tx,
  only?: { eventId: string; numbers: readonly number[] },
): Promise<ListedEntry[]> {
  const which = only
    ? sql`and e.event_id = ${only.eventId} and e.number = any (${[...only.numbers]}::integer[])`
    : sql``
  return selectNamedEntries(
    tx,
    sql`exists (
      select from custody_incident i where i.tenant_id = e.tenant_id and i.event_id = e.event_id and i.number = e.number
        and i.settled_at is null) ${which}`,
  )
}

/** Which of these children are in class, as `event child`. */
export async function selectHere(tx: Tx, entries: readonly ListedEntry[]): Promise<Set<string>> {
  const { rows } = await sql<{ eventId: string; personId: string }>`
    select k.event_id as "eventId", k.person_id as "personId" from registration_child k
    join unnest(${entries.map(({ eventId }) => eventId)}::uuid[], ${entries.map(({ personId }) => personId)}::uuid[])
      as w (event_id, person_id) on w.event_id = k.event_id and w.person_id = k.person_id
    where k.checked_in_at is not null and k.checked_out_at is null`.execute(tx)
  return new Set(rows.map(({ eventId, personId }) => `${eventId} ${personId}`))
}

export type LockedIncident = {
  personId: string | null
  registrationId: string | null
  collectorId: string | null
  stationId: string | null
  at: Date
  isSettled: boolean
}

/** An incident, held until the transaction ends. */
export async function lockIncident(tx: Tx, { eventId, number }: IncidentPlace): Promise<LockedIncident | null> {
  const { rows } = await sql<LockedIncident>`
    select e.person_id as "personId", e.registration_id as "registrationId", e.collector_id as "collectorId",
      e.station_id as "stationId", e.at, i.settled_at is not null as "isSettled"
    from custody_incident i join custody_entry e on e.event_id = i.event_id and e.number = i.number
    where i.event_id = ${eventId} and i.number = ${number} for no key update of i`.execute(tx)
  return rows[0] ?? null
}

export async function saveSettled(
  tx: Tx,
  { eventId, number, accountId, at }: IncidentPlace & { accountId: string; at: Date },
): Promise<void> {
  await sql`
    update custody_incident set settled_at = ${at}, settled_by = ${accountId}
    where event_id = ${eventId} and number = ${number} and settled_at is null`.execute(tx)
}
