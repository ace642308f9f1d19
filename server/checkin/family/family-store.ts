import { sql, type RawBuilder } from 'kysely'
import type { CareNote } from '#contract/checkin/family.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ownFamilyOf } from './own-family-store.ts'

export type FamilyRecord = {
  id: string
  name: string
  email: string | null
  homePhone: string | null
  address: string | null
  version: number
  /** By which a station finds it. */
  code: string
}

export type MemberRecord = {
  id: string
  role: number
  firstName: string
  lastName: string
  phone: string | null
  email: string | null
  address: string | null
  gender: 'male' | 'female' | null
  birthDay: number | null
  birthMonth: number | null
  birthYear: number | null
  pictureId: string | null
  care: CareNote[]
}

/** The code of a family: its own choice, else the end of its id. */
export const codeOf = (family: RawBuilder<unknown>): RawBuilder<string> =>
  sql`coalesce(${family}.own_code, upper(right(replace(${family}.id::text, '-', ''), 8)))`

export async function selectFamily(tx: Tx, familyId: string): Promise<FamilyRecord | null> {
  const { rows } = await sql<FamilyRecord>`
    select id, name, email, home_phone as "homePhone", address, version, ${codeOf(sql`family`)} as code
    from family where id = ${familyId}`.execute(tx)
  return rows[0] ?? null
}

const careOf = sql`
  select coalesce(json_agg(
    json_build_object('kind', n.kind, 'name', n.name, 'instruction', n.instruction) order by n.kind, n.added_at, n.id), '[]')
  from care_note n where n.person_id = p.id`

/** Where families are told of people: `m` parents first, then children, guardians, others; the oldest child (`p`) first. */
export const inOrder = sql`
  m.role in (6, 7), m.role in (3, 4, 5), case when m.role in (3, 4, 5) then 0 else m.role end,
  p.birth_year, p.birth_month, p.birth_day, p.created_at, p.id`

/**
 * The family of a guardian, everybody in it who is not archived, and the guardian's role there: one question, of which the
 * portal lives. Null: none.
 */
export async function selectWholeFamily(
  tx: Tx,
  personId: string,
): Promise<{ family: FamilyRecord; members: MemberRecord[]; role: number } | null> {
  const { rows } = await sql<FamilyRecord & { role: number; members: MemberRecord[] }>`
    select o.*, (
      select coalesce(json_agg(json_build_object(
        'id', p.id, 'role', m.role, 'firstName', p.first_name, 'lastName', p.last_name, 'phone', p.phone, 'email', p.email,
        'address', p.address, 'gender', p.gender, 'birthDay', p.birth_day, 'birthMonth', p.birth_month,
        'birthYear', p.birth_year, 'pictureId', p.picture_id, 'care', (${careOf})) order by ${inOrder}), '[]')
      from family_member m join person p on p.id = m.person_id
      where m.family_id = o.id and p.archived_at is null
    ) as members
    from (
      select f.id, f.name, f.email, f.home_phone as "homePhone", f.address, f.version, ${codeOf(sql`f`)} as code, m.role ${ownFamilyOf(personId)}
    ) o`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { members, role, ...family } = row
  return { family, members, role }
}

/** Everybody of a family who is not archived. */
export async function selectMembers(tx: Tx, familyId: string): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    select p.id, m.role, p.first_name as "firstName", p.last_name as "lastName", p.phone, p.email, p.address, p.gender,
      p.birth_day as "birthDay", p.birth_month as "birthMonth", p.birth_year as "birthYear",
      p.picture_id as "pictureId", (${careOf}) as care
    from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and p.archived_at is null
    order by ${inOrder}`.execute(tx)
  return rows
}

/** Two who add somebody at the same moment come one after the other. False when the family is gone. */
export async function lockFamily(tx: Tx, familyId: string): Promise<boolean> {
  const { rows } = await sql`select from family where id = ${familyId} for no key update`.execute(tx)
  return rows.length > 0
}
