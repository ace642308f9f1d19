import { sql, type RawBuilder } from 'kysely'
import type { CustodyAct } from '#contract/checkin/incidents.ts'
import type { Tx, TenantId } from '../../../platform/database/index.ts'
import type { HashedEntry } from './custody-store.ts'

export type CustodyFilter = {
  timeZone: string
  eventId: string | null
  act: CustodyAct | null
  /** First and last day in the church's zone. */
  from: string | null
  until: string | null
  /** Folded words of a child's name; empty: all. */
  words: readonly string[]
}

/** An entry as it stands, the hash of the one before it, and the names that its people have today. */
export type ListedEntry = Omit<HashedEntry, 'act' | 'details'> & {
  act: CustodyAct
  details: Record<string, unknown>
  before: Buffer | null
  eventName: string
  childName: string | null
  className: string | null
  collectorName: string | null
  actorName: string | null
  secondActorName: string | null
  broughtByName: string | null
  stationName: string | null
  other: OtherEntry | null
}

/** The entry that one does not go together with, or that it settles. */
type OtherEntry = {
  at: string
  act: CustodyAct
  className: string | null
  collectorName: string | null
  actorName: string | null
  stationName: string | null
}

const nameOf = (person: string): RawBuilder<unknown> =>
  sql`nullif(trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)}), '')`

const chained = sql`e.tenant_id as "tenantId", e.event_id as "eventId", e.number,
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, e.act, e.person_id as "personId",
  e.registration_id as "registrationId", e.class_id as "classId", e.collector_id as "collectorId",
  e.actor_kind as "actorKind", e.actor_id as "actorId", e.second_actor_id as "secondActorId",
  e.station_id as "stationId", e.details, e.hash`

const accountName = (account: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(${nameOf('p')}, a.email) from account a join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
  where a.tenant_id = e.tenant_id and a.id = ${account})`

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** Who brought it, of those who stand in `details` as an id. Whatever else somebody wrote there is nobody. */
const broughtBy = sql`case when e.details ->> 'broughtBy' ~ ${UUID} then (e.details ->> 'broughtBy')::uuid end`

const otherNumber = sql`case when e.details ->> 'other' ~ '^[0-9]{1,9}$' then (e.details ->> 'other')::integer end`

const actorNameOf = (entry: string): RawBuilder<unknown> =>
  sql`case ${sql.ref(`${entry}.actor_kind`)} when 'staff' then ${accountName(sql.ref(`${entry}.actor_id`))}
    when 'guardian' then (select ${nameOf('g')} from person g where g.tenant_id = e.tenant_id and g.id = ${sql.ref(`${entry}.actor_id`)})
    when 'system' then 'Narthex' end`

/** The other entry with the names of today; null: there is none. */
const otherEntry = sql`(
  select jsonb_build_object(
    'at', to_char(o.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'act', o.act, 'className', oc.name,
    'collectorName', coalesce(${nameOf('op')}, o.details ->> 'collector'),
    'actorName', ${actorNameOf('o')}, 'stationName', os.name)
  from custody_entry o
  left join event_class oc on oc.tenant_id = o.tenant_id and oc.id = o.class_id
  left join person op on op.tenant_id = o.tenant_id and op.id = o.collector_id
  left join station os on os.tenant_id = o.tenant_id and os.id = o.station_id
  where o.tenant_id = e.tenant_id and o.event_id = e.event_id and o.number = ${otherNumber})`

/** `at` to the microsecond: the instant of an entry, its event and number say where it stands. */
type CustodyAfter = { at: string; eventId: string; number: number }

export async function selectEntries(
  tx: Tx,
  filter: CustodyFilter,
  { after, limit }: { after: CustodyAfter | null; limit: number },
): Promise<ListedEntry[]> {
  const behind = after
    ? sql`and (e.at, e.event_id, e.number) < (${after.at}::timestamptz, ${after.eventId}::uuid, ${after.number}::integer)`
    : sql``
  const { rows } = await listed(sql`
    select e.* from custody_entry e where ${matches(filter)} ${behind} ${inOrder} limit ${limit}`).execute(tx)
  return rows
}

/** Every entry that matches, in the order of the list. */
export const allEntries = (filter: CustodyFilter): RawBuilder<ListedEntry> =>
  listed(sql`select e.* from custody_entry e where ${matches(filter)}`)

const inOrder = sql`order by e.at desc, e.event_id desc, e.number desc`

const listed = (entries: RawBuilder<unknown>): RawBuilder<ListedEntry> => sql<ListedEntry>`
  with page as (${entries})
  select ${chained}, b.hash as before, v.name as "eventName", ${nameOf('child')} as "childName", c.name as "className",
    ${nameOf('collector')} as "collectorName", ${actorNameOf('e')} as "actorName",
    ${accountName(sql`e.second_actor_id`)} as "secondActorName", ${accountName(broughtBy)} as "broughtByName",
    t.name as "stationName", ${otherEntry} as other
  from page e
  join event v on v.tenant_id = e.tenant_id and v.id = e.event_id
  left join custody_entry b on b.tenant_id = e.tenant_id and b.event_id = e.event_id and b.number = e.number - 1
  left join person child on child.tenant_id = e.tenant_id and child.id = e.person_id
  left join person collector on collector.tenant_id = e.tenant_id and collector.id = e.collector_id
  left join event_class c on c.tenant_id = e.tenant_id and c.id = e.class_id
  left join station t on t.tenant_id = e.tenant_id and t.id = e.station_id
  ${inOrder}`

/** Entries by their events and numbers, the latest first. */
export async function selectNamedEntries(tx: Tx, condition: RawBuilder<unknown>): Promise<ListedEntry[]> {
  const { rows } = await listed(sql`select e.* from custody_entry e where ${condition} ${inOrder} limit 200`).execute(
    tx,
  )
  return rows
}

export async function countEntries(tx: Tx, filter: CustodyFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from custody_entry e where ${matches(filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

function matches({ timeZone, eventId, act, from, until, words }: CustodyFilter): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(eventId ? [sql`e.event_id = ${eventId}`] : []),
    ...(act ? [sql`e.act = ${act}`] : []),
    ...(from ? [sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(until ? [sql`e.at < (${until}::date + 1)::timestamp at time zone ${timeZone}`] : []),
    ...words.map(
      (word) =>
        sql`exists (select from person_term t where t.person_id = e.person_id and starts_with(t.term || '', ${word}))`,
    ),
  ]
  return sql.join(conditions, sql` and `)
}

type IncidentPlace = { eventId: string; number: number }

export async function insertIncidents(
  tx: Tx,
  { tenantId, eventId, numbers, at }: { tenantId: TenantId; eventId: string; numbers: readonly number[]; at: Date },
): Promise<void> {
  await sql`
    insert into custody_incident (tenant_id, event_id, number, raised_at)
    select ${tenantId}, ${eventId}, n, ${at} from unnest(${[...numbers]}::integer[]) n
    returning 1`.execute(tx)
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

type LockedIncident = {
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

export type EventHead = {
  eventId: string
  eventName: string
  /** Null: the event has no head. */
  entries: number | null
  link: Buffer | null
}

/** Events that have a head, an entry, or a child who came: something of them is to be found in the log. */
export async function selectHeads(tx: Tx): Promise<EventHead[]> {
  const { rows } = await sql<EventHead>`
    select v.id as "eventId", v.name as "eventName", h.entries, h.hash as link
    from event v left join custody_head h on h.tenant_id = v.tenant_id and h.event_id = v.id
    where h.event_id is not null
      or exists (select from custody_entry e where e.tenant_id = v.tenant_id and e.event_id = v.id)
      or exists (select from registration_child r
        where r.tenant_id = v.tenant_id and r.event_id = v.id and r.checked_in_at is not null)
    order by v.starts_at, v.id`.execute(tx)
  return rows
}

/** The entries of an event behind a number, in their order. */
export async function selectEntriesBehind(
  tx: Tx,
  { eventId, number, limit }: { eventId: string; number: number; limit: number },
): Promise<HashedEntry[]> {
  const { rows } = await sql<HashedEntry>`
    select ${chained} from custody_entry e where e.event_id = ${eventId} and e.number > ${number}
    order by e.number limit ${limit}`.execute(tx)
  return rows
}

type NotedRefusal = { personId: string | null; collectorId: string | null; reason: string | null }

/** Refusals that a press has written into the log of an event. Whoever writes by the same press meanwhile is waited for. */
export async function selectRefusalsOf(
  tx: Tx,
  { tenantId, eventId, press }: { tenantId: TenantId; eventId: string; press: string },
): Promise<NotedRefusal[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refusal ${tenantId} ${press}`}, 0))`.execute(tx)
  const { rows } = await sql<NotedRefusal>`
    select person_id as "personId", collector_id as "collectorId", details ->> 'reason' as reason from custody_entry
    where event_id = ${eventId} and act = 'release_refused' and details ->> 'press' = ${press}`.execute(tx)
  return rows
}
