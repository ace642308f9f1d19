import { sql } from 'kysely'
import type { Tx, TenantId } from '../../platform/database/index.ts'
import { addressStopOf, optOutsOf, refusesSms } from '../consent/index.ts'
import type { TermRecord } from '../writing/index.ts'
import type { PersonFields } from './check-person.ts'
import type { PersonDetail } from '#contract/people/persons.ts'

type Needed = 'firstName' | 'lastName' | 'email' | 'phone' | 'kind' | 'joinedOn'

/** `phone` is E.164, as normalisePhone answers it; `joinedOn` a day in the church's zone; what is absent is unknown. */
export type NewPerson = Pick<PersonFields, Needed> &
  Partial<Omit<PersonFields, Needed>> & {
    /** False: came by the portal; absent: taken in by the church. */
    confirmed?: boolean
  }

export type PersonRecord = NewPerson & { id: string; sortName: string }

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
      ${persons.map((person) => person.confirmed ?? true)}::boolean[]) p
    returning 1`.execute(tx)
}

export async function insertTerms(tx: Tx, tenantId: TenantId, terms: TermRecord[]): Promise<void> {
  await sql`
    with written as (
    insert into person_term (tenant_id, person_id, term, shared, sort_name)
    select ${tenantId}, t.* from unnest(
      ${terms.map((term) => term.personId)}::uuid[],
      ${terms.map((term) => term.term)}::text[],
      ${terms.map((term) => term.shared)}::smallint[],
      ${terms.map((term) => term.sortName)}::text[]) t returning 1)
    select count(*) from written`.execute(tx)
}

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

type WrittenPerson = PersonFields & { id: string; sortName: string }

/** Writes every field of these people, and that somebody did: the version of each grows. */
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

export async function deleteTerms(tx: Tx, personIds: string[]): Promise<void> {
  await sql`delete from person_term where person_id = any (${personIds}::uuid[])`.execute(tx)
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

type NumberedPerson = {
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

type StoredPerson = Omit<PersonDetail, 'pictureUrl' | 'archivedAt' | 'undoChange'> & {
  pictureId: string | null
  archivedAt: Date | null
  undoChange: { id: string; kind: 'merge' | 'archive'; at: string } | null
}

/** One person with groups, families and what else is known; archived ones too. Null: nobody of this id. */
export async function selectPerson(
  tx: Tx,
  id: string,
  { undoSince }: { undoSince: Date },
): Promise<StoredPerson | null> {
  const { rows } = await sql<StoredPerson>`
    select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone, p.kind, p.gender,
      p.marital_status as "maritalStatus", p.birth_day as "birthDay", p.birth_month as "birthMonth",
      p.birth_year as "birthYear", p.address, p.joined_on::text as "joinedOn", p.picture_id as "pictureId",
      p.archived_at as "archivedAt", p.confirmed, p.merged_into as "mergedInto", p.version,
      (${groupsOf}) as groups, (${familiesOf}) as families, (${undoChangeOf(undoSince)}) as "undoChange",
      exists (select from account a where a.person_id = p.id and a.removed_at is null) as "isStaff",
      ${refusesSms} as "smsOptedOut", (${optOutsOf}) as "optOuts", (${addressStopOf}) as "emailStop",
      (select count(*)::integer from person o where o.phone = p.phone and o.id <> p.id and o.archived_at is null) as "samePhone"
    from person p where p.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Of what archived the person or merged them away, the last; a merge that only moved the pointer is none. */
const undoChangeOf = (since: Date) => sql`
  select jsonb_build_object('id', a.id, 'kind', a.kind, 'at', a.at)
  from people_change_row r join people_change a on a.id = r.change_id
  where r.person_id = p.id and r.version = p.version and p.archived_at is not null
    and (a.kind = 'archive' or (a.kind = 'merge' and r.before ? 'accounts'))
    and a.undone_at is null and not a.forgotten and a.at > ${since}
  order by a.at desc, a.id desc limit 1`

const groupsOf = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')
  from group_member gm join people_group g on g.id = gm.group_id where gm.person_id = p.id`

const othersOf = sql`
  select coalesce(jsonb_agg(
    jsonb_build_object('id', o.id, 'firstName', o.first_name, 'lastName', o.last_name, 'role', om.role)
    order by om.role, o.sort_name, o.id), '[]')
  from family_member om join person o on o.id = om.person_id
  where om.family_id = f.id and om.person_id <> p.id and o.archived_at is null`

const familiesOf = sql`
  select coalesce(jsonb_agg(
    jsonb_build_object('id', f.id, 'name', f.name, 'role', fm.role, 'members', (${othersOf}))
    order by f.sort_name, f.id), '[]')
  from family_member fm join family f on f.id = fm.family_id where fm.person_id = p.id`
