import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import { bansOf } from '../families/index.ts'

export type CountedClass = {
  id: string
  name: string
  ageFrom: number | null
  ageUntil: number | null
  capacity: number | null
  taken: number
  placesLeft: number | null
  checkedIn: number
}

export type EventOfDay = {
  id: string
  name: string
  place: string
  day: string
  startsAt: Date
  endsAt: Date
  classes: CountedClass[]
}

/** Classes of an event `e` as a station sees them, with or without a network: `CountedClass[]`. */
export const classesOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'ageFrom', c.age_from, 'ageUntil', c.age_until,
    'capacity', c.capacity, 'taken', c.taken, 'placesLeft', c.capacity - c.taken - c.leased,
    'checkedIn', (select count(*) from registration_child r
      where r.class_id = c.id and r.checked_in_at is not null and r.checked_out_at is null)) order by c.position, c.id), '[]')
  from event_class c where c.event_id = e.id and c.removed_at is null)`

const fields = sql`e.id, e.name, e.place, e.day, e.starts_at as "startsAt", e.ends_at as "endsAt", ${classesOf} as classes`

/** Events of a day, and whatever else is going on: begun or soon to begin, and not over since. */
export async function selectEventsOfDay(
  tx: Tx,
  { day, from, until }: { day: string; from: Date; until: Date },
): Promise<EventOfDay[]> {
  const { rows } = await sql<EventOfDay>`
    select ${fields} from event e
    where e.cancelled_at is null and e.ends_at >= ${from} and (e.day = ${day}::date or e.starts_at <= ${until})
    order by e.starts_at, e.id`.execute(tx)
  return rows
}

export async function selectNextEvent(tx: Tx, at: Date): Promise<EventOfDay | null> {
  const { rows } = await sql<EventOfDay>`
    select ${fields} from event e where e.cancelled_at is null and e.starts_at > ${at}
    order by e.starts_at, e.id limit 1`.execute(tx)
  return rows[0] ?? null
}

export type StationEvent = {
  id: string
  name: string
  day: string
  startsAt: Date
  endsAt: Date
  isCancelled: boolean
}

const eventFields = sql`e.id, e.name, e.day, e.starts_at as "startsAt", e.ends_at as "endsAt",
  e.cancelled_at is not null as "isCancelled"`

export async function selectEvent(tx: Tx, id: string): Promise<StationEvent | null> {
  const { rows } = await sql<StationEvent>`
    select ${eventFields} from event e where e.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The same, which can be neither changed nor cancelled before the transaction ends. */
export async function holdEvent(tx: Tx, id: string): Promise<StationEvent | null> {
  const { rows } = await sql<StationEvent>`
    select ${eventFields} from event e where e.id = ${id} for key share of e`.execute(tx)
  return rows[0] ?? null
}

/** The event that a family was registered for last; null: none. */
export async function selectLatestEvent(tx: Tx, familyId: string): Promise<StationEvent | null> {
  const { rows } = await sql<StationEvent>`
    select ${eventFields} from registration r join event e on e.id = r.event_id
    where r.family_id = ${familyId} order by r.created_at desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Those of these people, and of whoever registered the family, whom nobody has confirmed: the church sees them now. */
export async function selectUnconfirmed(
  tx: Tx,
  { eventId, familyId, personIds }: { eventId: string; familyId: string; personIds: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where not p.confirmed and (p.id = any (${personIds}::uuid[])
      or p.id = (select r.brought_by from registration r where r.event_id = ${eventId} and r.family_id = ${familyId}))`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Whether the church has this person; a custody log names nobody else's ids. */
export async function isPersonHere(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** Whether the church has admitted this station and has not shut it out. */
export async function isStationHere(tx: Tx, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from station where id = ${id} and admitted_at is not null and revoked_at is null`.execute(tx)
  return rows.length > 0
}

type LabelHead = { code: string; churchName: string; eventName: string; familyName: string | null }

export async function selectLabelHead(tx: Tx, registrationId: string): Promise<LabelHead | null> {
  const { rows } = await sql<LabelHead>`
    select r.code, c.name as "churchName", e.name as "eventName", f.name as "familyName"
    from registration r join event e on e.id = r.event_id join church c on c.tenant_id = r.tenant_id
    left join family f on f.id = r.family_id
    where r.id = ${registrationId}`.execute(tx)
  return rows[0] ?? null
}

export type LabelChild = {
  personId: string
  firstName: string
  lastName: string
  className: string
  allergies: string[]
  medical: string[]
  hasCustodyFlag: boolean
  checkedInAt: Date | null
  checkedOutAt: Date | null
}

/** The children of a registration with what stands on their stickers, in the order of their names. */
export async function selectLabelChildren(tx: Tx, registrationId: string): Promise<LabelChild[]> {
  const { rows } = await sql<LabelChild>`
    select p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", c.name as "className",
      array(select n.name from care_note n where n.person_id = p.id and n.kind = 'allergy' order by n.name) as allergies,
      array(select n.name from care_note n where n.person_id = p.id and n.kind = 'medical' order by n.name) as medical,
      exists (select from ${bansOf(sql`p.id`, sql`r.family_id`)} g where g.revoked_at is null) as "hasCustodyFlag",
      k.checked_in_at as "checkedInAt", k.checked_out_at as "checkedOutAt"
    from registration_child k
    join registration r on r.id = k.registration_id
    join person p on p.id = k.person_id
    join event_class c on c.id = k.class_id
    where k.registration_id = ${registrationId} order by p.sort_name, p.id`.execute(tx)
  return rows
}
