import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { PersonFields } from './check-person.ts'

export type WritablePerson = PersonFields & { version: number; isArchived: boolean; pictureId: string | null }

export async function selectForUpdate(tx: Tx, id: string): Promise<WritablePerson | null> {
  const { rows } = await sql<WritablePerson>`
    select first_name as "firstName", last_name as "lastName", email, phone, kind, gender,
      marital_status as "maritalStatus", birth_day as "birthDay", birth_month as "birthMonth",
      birth_year as "birthYear", address, joined_on::text as "joinedOn", version,
      archived_at is not null as "isArchived", picture_id as "pictureId"
    from person where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** Writes every field, and that somebody did. */
export async function updatePerson(tx: Tx, person: PersonFields & { id: string; sortName: string }): Promise<void> {
  await sql`
    update person set first_name = ${person.firstName}, last_name = ${person.lastName}, email = ${person.email},
      phone = ${person.phone}, kind = ${person.kind}, gender = ${person.gender}, marital_status = ${person.maritalStatus},
      birth_day = ${person.birthDay}, birth_month = ${person.birthMonth}, birth_year = ${person.birthYear},
      address = ${person.address}, joined_on = ${person.joinedOn}::date, sort_name = ${person.sortName},
      version = version + 1
    where id = ${person.id}`.execute(tx)
}

export async function updatePicture(tx: Tx, id: string, pictureId: string | null): Promise<void> {
  await sql`update person set picture_id = ${pictureId}, version = version + 1 where id = ${id}`.execute(tx)
}

export async function selectNames(
  tx: Tx,
  ids: string[],
): Promise<{ id: string; name: string; phone: string | null }[]> {
  const { rows } = await sql<{ id: string; name: string; phone: string | null }>`
    select id, trim(first_name || ' ' || last_name) as name, phone from person
    where id = any (${ids}::uuid[]) and archived_at is null order by sort_name, id`.execute(tx)
  return rows
}

export type NumberedPerson = {
  id: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  pictureId: string | null
  joinedOn: string
}

type Numbered = { offset: number; limit: number; kind?: PersonFields['kind']; name?: string; digits?: string }

/** Nobody archived, by page number: of one kind the latest first, everybody by name. `name` is folded, `digits` are of a phone. */
export async function selectNumbered(
  tx: Tx,
  { offset, limit, kind, name = '', digits = '' }: Numbered,
): Promise<NumberedPerson[]> {
  const found = sql`archived_at is null
    and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
    and ${name === '' ? sql`true` : sql`position(${name} in sort_name) > 0`}
    and ${digits === '' ? sql`true` : sql`position(${digits} in phone) > 0`}`
  const { rows } = await sql<NumberedPerson>`
    select id, first_name as "firstName", last_name as "lastName", email, phone, picture_id as "pictureId",
      joined_on::text as "joinedOn"
    from person where ${found}
    order by ${kind === undefined ? sql`sort_name` : sql`joined_on desc`}, id offset ${offset} limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Nobody archived. */
export async function countKinds(tx: Tx): Promise<Record<PersonFields['kind'], number>> {
  const { rows } = await sql<{ kind: PersonFields['kind']; people: number }>`
    select kind, count(*)::integer as people from person where archived_at is null group by kind`.execute(tx)
  const counted = { member: 0, first_timer: 0, new_convert: 0 }
  for (const { kind, people } of rows) counted[kind] = people
  return counted
}
