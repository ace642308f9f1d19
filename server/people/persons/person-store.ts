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
