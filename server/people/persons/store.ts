import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type PersonRecord = {
  id: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  kind: string
  joinedOn: string
  sortName: string
}

export type TermRecord = { personId: string; term: string; shared: number; sortName: string }

export async function insertPersons(tx: Tx, tenantId: TenantId, persons: PersonRecord[], at: Date): Promise<void> {
  await sql`
    insert into person (tenant_id, id, first_name, last_name, email, phone, kind, joined_on, sort_name, created_at)
    select ${tenantId}, p.*, ${at} from unnest(
      ${persons.map((person) => person.id)}::uuid[],
      ${persons.map((person) => person.firstName)}::text[],
      ${persons.map((person) => person.lastName)}::text[],
      ${persons.map((person) => person.email)}::text[],
      ${persons.map((person) => person.phone)}::text[],
      ${persons.map((person) => person.kind)}::text[],
      ${persons.map((person) => person.joinedOn)}::date[],
      ${persons.map((person) => person.sortName)}::text[]) p`.execute(tx)
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
