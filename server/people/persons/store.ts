import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { PersonFields } from './check-person.ts'

type Needed = 'firstName' | 'lastName' | 'email' | 'phone' | 'kind' | 'joinedOn'

/** `phone` is E.164, as normalisePhone answers it; `joinedOn` a day in the church's zone; what is absent is unknown. */
export type NewPerson = Pick<PersonFields, Needed> &
  Partial<Omit<PersonFields, Needed>> & {
    /** False: came by the portal; absent: taken in by the church. */
    confirmed?: boolean
  }

export type PersonRecord = NewPerson & { id: string; sortName: string }

export type TermRecord = { personId: string; term: string; shared: number; sortName: string }

export async function insertPersons(tx: Tx, tenantId: TenantId, persons: PersonRecord[], at: Date): Promise<void> {
  await sql`
    insert into person (tenant_id, id, first_name, last_name, email, phone, kind, joined_on, sort_name,
      gender, marital_status, birth_day, birth_month, birth_year, address, confirmed, created_at)
    select ${tenantId}, p.*, ${at} from unnest(
      ${persons.map((person) => person.id)}::uuid[],
      ${persons.map((person) => person.firstName)}::text[],
      ${persons.map((person) => person.lastName)}::text[],
      ${persons.map((person) => person.email)}::text[],
      ${persons.map((person) => person.phone)}::text[],
      ${persons.map((person) => person.kind)}::text[],
      ${persons.map((person) => person.joinedOn)}::date[],
      ${persons.map((person) => person.sortName)}::text[],
      ${persons.map((person) => person.gender ?? null)}::text[],
      ${persons.map((person) => person.maritalStatus ?? null)}::text[],
      ${persons.map((person) => person.birthDay ?? null)}::smallint[],
      ${persons.map((person) => person.birthMonth ?? null)}::smallint[],
      ${persons.map((person) => person.birthYear ?? null)}::smallint[],
      ${persons.map((person) => person.address ?? null)}::text[],
      ${persons.map((person) => person.confirmed ?? true)}::boolean[]) p`.execute(tx)
}

export async function insertTerms(tx: Tx, tenantId: TenantId, terms: TermRecord[]): Promise<void> {
  await sql`
    insert into person_term (tenant_id, person_id, term, shared, sort_name)
    select ${tenantId}, t.* from unnest(
      ${terms.map((term) => term.personId)}::uuid[],
      ${terms.map((term) => term.term)}::text[],
      ${terms.map((term) => term.shared)}::smallint[],
      ${terms.map((term) => term.sortName)}::text[]) t`.execute(tx)
}

export async function deleteTerms(tx: Tx, personId: string): Promise<void> {
  await sql`delete from person_term where person_id = ${personId}`.execute(tx)
}
