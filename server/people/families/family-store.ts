import { sql, type RawBuilder } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { SearchWord } from '../writing/index.ts'

export type FamilyFields = { name: string; email: string | null; homePhone: string | null; address: string | null }
type FamilyRecord = FamilyFields & { id: string; sortName: string }

export async function insertFamilies(
  tx: Tx,
  tenantId: TenantId,
  families: readonly FamilyRecord[],
  at: Date,
): Promise<void> {
  await sql`
    insert into family (tenant_id, id, name, sort_name, email, home_phone, address, created_at)
    select ${tenantId}, f.*, ${at} from unnest(
      ${families.map((family) => family.id)}::uuid[],
      ${families.map((family) => family.name)}::text[],
      ${families.map((family) => family.sortName)}::text[],
      ${families.map((family) => family.email)}::text[],
      ${families.map((family) => family.homePhone)}::text[],
      ${families.map((family) => family.address)}::text[]) f
    returning 1`.execute(tx)
}

/** A family, held until the transaction ends. */
export async function selectForUpdate(tx: Tx, id: string): Promise<(FamilyFields & { version: number }) | null> {
  const { rows } = await sql<FamilyFields & { version: number }>`
    select name, email, home_phone as "homePhone", address, version from family where id = ${id} for no key update`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function updateFamily(tx: Tx, family: FamilyRecord): Promise<void> {
  await sql`
    update family set name = ${family.name}, sort_name = ${family.sortName}, email = ${family.email},
      home_phone = ${family.homePhone}, address = ${family.address}
    where id = ${family.id}`.execute(tx)
}

/** That families, or who belongs to them, have changed. People are locked before families, everywhere. */
export async function raiseVersions(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update family f set version = f.version + 1
    from (select id from family where id = any (${ids}::uuid[]) order by id for no key update) l
    where f.id = l.id`.execute(tx)
}

/** False when there was none. */
export async function deleteFamily(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`delete from family where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** Gives a family a code of its own; false: another family of the church has it. Call it under the lock of codes. */
export async function saveFamilyCode(tx: Tx, { id, code }: { id: string; code: string }): Promise<boolean> {
  const { rows } = await sql`
    update family set own_code = ${code} where id = ${id} and not exists (
      select from family o where o.id <> ${id}
        and coalesce(o.own_code, upper(right(replace(o.id::text, '-', ''), 8))) = ${code})
    returning 1`.execute(tx)
  return rows.length > 0
}

/** One code of a church is given at a time, so that no two families come to share one. */
export async function lockFamilyCodes(tx: Tx, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`family codes ${tenantId}`}, 0))`.execute(tx)
}

export type FamilyMember = { personId: string; role: number }

/** Whether the church has this family; it cannot be removed before the transaction ends. */
export async function lockFamily(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from family where id = ${id} for key share`.execute(tx)
  return rows.length > 0
}

/** How many of these people the church has, archived ones apart; none can be erased before the transaction ends. */
export async function lockPeople(tx: Tx, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql`
    select from person where id = any (${ids}::uuid[]) and archived_at is null order by id for key share`.execute(tx)
  return rows.length
}

/** The members who are shown: archived people stay in their family unseen, and are there again when brought back. */
export async function selectMembers(tx: Tx, familyId: string): Promise<FamilyMember[]> {
  const { rows } = await sql<FamilyMember>`
    select m.person_id as "personId", m.role from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and p.archived_at is null`.execute(tx)
  return rows
}

/** Who is in a family already gets the new role there. */
export async function insertFamilyMembers(
  tx: Tx,
  tenantId: TenantId,
  members: readonly (FamilyMember & { familyId: string })[],
): Promise<void> {
  await sql`
    insert into family_member (tenant_id, family_id, person_id, role)
    select ${tenantId}, m.family_id, m.person_id, m.role from unnest(
      ${members.map((member) => member.familyId)}::uuid[],
      ${members.map((member) => member.personId)}::uuid[],
      ${members.map((member) => member.role)}::smallint[]) as m (family_id, person_id, role)
    on conflict (tenant_id, family_id, person_id) do update set role = excluded.role`.execute(tx)
}

export async function deleteMembers(tx: Tx, familyId: string, personIds: string[]): Promise<void> {
  await sql`
    delete from family_member where family_id = ${familyId} and person_id = any (${personIds}::uuid[])`.execute(tx)
}

/**
 * The one who is kept comes into the families of those merged into them, who stay in theirs, in the role of the first of
 * them; who is in a family already keeps the own role. Answers which are new.
 */
export async function joinFamiliesOfMerged(
  tx: Tx,
  { keepId, otherIds }: { keepId: string; otherIds: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into family_member (tenant_id, family_id, person_id, role)
    select distinct on (family_id) tenant_id, family_id, ${keepId}::uuid, role
    from family_member where person_id = any (${otherIds}::uuid[])
    order by family_id, array_position(${otherIds}::uuid[], person_id)
    on conflict do nothing returning family_id as id`.execute(tx)
  const ids = rows.map((row) => row.id)
  await raiseVersions(tx, ids)
  return ids
}

export async function deleteMember(tx: Tx, personId: string, familyIds: string[]): Promise<void> {
  await sql`
    delete from family_member where person_id = ${personId} and family_id = any (${familyIds}::uuid[])`.execute(tx)
}

export async function selectFamiliesOf(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct family_id as id from family_member where person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}

/** Those of these families to whom nobody belongs. */
export async function deleteEmptyFamilies(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    delete from family f where f.id = any (${ids}::uuid[])
      and not exists (select from family_member m where m.family_id = f.id)`.execute(tx)
}

export type ListedMember = {
  id: string
  firstName: string
  lastName: string
  role: number
  phone: string | null
  pictureId: string | null
  confirmed: boolean
}
export type ListedFamily = FamilyFields & { id: string; sortName: string; version: number; members: ListedMember[] }

/** Null: everybody. Each word is the beginning of one of the family's name or of a word of one of its people. */
type FamilySearch = SearchWord[] | null
type PageOfFamilies = { backwards: boolean; after: { name: string; id: string } | null; limit: number }

/** The next families in the order of their names. */
export async function selectFamilies(tx: Tx, search: FamilySearch, page: PageOfFamilies): Promise<ListedFamily[]> {
  const { after, limit, backwards } = page
  const behind = after
    ? sql`and (f.sort_name, f.id) ${backwards ? sql`<` : sql`>`} (${after.name}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<ListedFamily>`
    select ${fields} from (
      select f.* from family f where ${matches(search)} ${behind} order by ${orderOf(backwards)} limit ${limit}
    ) f order by ${orderOf(backwards)}`.execute(tx)
  return rows
}

/** Every family that matches, in order, as a query for `cursorPages`. */
export const allFamilies = (search: FamilySearch, backwards: boolean): RawBuilder<ListedFamily> =>
  sql<ListedFamily>`select ${fields} from family f where ${matches(search)} order by ${orderOf(backwards)}`

export async function countFamilies(tx: Tx, search: FamilySearch): Promise<number> {
  const { rows } = await sql<{ families: number }>`
    select count(*)::integer as families from family f where ${matches(search)}`.execute(tx)
  return rows[0]?.families ?? 0
}

export async function selectFamily(tx: Tx, id: string): Promise<ListedFamily | null> {
  const { rows } = await sql<ListedFamily>`select ${fields} from family f where f.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

const orderOf = (backwards: boolean): RawBuilder<unknown> =>
  backwards ? sql`f.sort_name desc, f.id desc` : sql`f.sort_name, f.id`

/** Roles are numbered as they are shown: parents, children, guardians, others. */
const fields = sql`f.id, f.sort_name as "sortName", f.name, f.email, f.home_phone as "homePhone", f.address, f.version, (
  select coalesce(jsonb_agg(
    jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'role', m.role,
      'phone', p.phone, 'pictureId', p.picture_id, 'confirmed', p.confirmed)
    order by m.role, p.sort_name, p.id), '[]')
  from family_member m join person p on p.id = m.person_id
  where m.family_id = f.id and p.archived_at is null) as members`

function matches(search: FamilySearch): RawBuilder<unknown> {
  if (search === null) return sql`true`
  return search.length === 0 ? sql`false` : sql.join(search.map(hasWord), sql` and `)
}

/** The people found are hashed once, however many families are gone through. */
const hasWord = ({ from, to }: SearchWord): RawBuilder<unknown> => sql`(
  strpos(' ' || f.sort_name, ${` ${from}`}) > 0
  or f.id in (
    select m.family_id from family_member m join person_term t on t.person_id = m.person_id
    where t.archived = false and t.term >= ${from} and t.term < ${to}))`
