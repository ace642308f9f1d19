import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { PersonFields } from '../persons/check-person.ts'

export type WrittenPerson = PersonFields & { id: string; sortName: string }

/** Writes every field of these people, and that somebody did. */
export async function updatePeople(tx: Tx, people: readonly WrittenPerson[]): Promise<void> {
  await sql`
    update person p set first_name = u.first_name, last_name = u.last_name, email = u.email, phone = u.phone,
      kind = u.kind, gender = u.gender, marital_status = u.marital_status, birth_day = u.birth_day,
      birth_month = u.birth_month, birth_year = u.birth_year, address = u.address, joined_on = u.joined_on,
      sort_name = u.sort_name, version = p.version + 1
    from unnest(
      ${people.map((person) => person.id)}::uuid[], ${people.map((person) => person.firstName)}::text[],
      ${people.map((person) => person.lastName)}::text[], ${people.map((person) => person.email)}::text[],
      ${people.map((person) => person.phone)}::text[], ${people.map((person) => person.kind)}::text[],
      ${people.map((person) => person.gender)}::text[], ${people.map((person) => person.maritalStatus)}::text[],
      ${people.map((person) => person.birthDay)}::smallint[], ${people.map((person) => person.birthMonth)}::smallint[],
      ${people.map((person) => person.birthYear)}::smallint[], ${people.map((person) => person.address)}::text[],
      ${people.map((person) => person.joinedOn)}::date[], ${people.map((person) => person.sortName)}::text[])
      u (id, first_name, last_name, email, phone, kind, gender, marital_status, birth_day, birth_month, birth_year,
        address, joined_on, sort_name)
    where p.id = u.id`.execute(tx)
}

export async function deleteTermsOf(tx: Tx, personIds: string[]): Promise<void> {
  await sql`delete from person_term where person_id = any (${personIds}::uuid[])`.execute(tx)
}
