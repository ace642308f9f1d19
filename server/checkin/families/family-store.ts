import { sql, type RawBuilder } from 'kysely'
import type { CareNote } from '#contract/checkin/family.ts'
import type { Tx, TenantId } from '../../platform/database/index.ts'

type FamilyOfPerson = { familyId: string; role: number; hasParent: boolean }

// Days are of the church's calendar, and the database's day may be one behind it.
const bars = sql`
  select from guardian_grant g
  where g.person_id = m.person_id and g.family_id = m.family_id and g.kind = 'not_authorised' and g.revoked_at is null
    and (g.until_day is null or g.until_day >= current_date - 1)`

/**
 * Where a query looks for the family `f` in which this person looks after children, by the membership `m`: lowest role
 * first, then the oldest family. Whoever may not take its children has no family there: parents where the church has said
 * so, others where anybody has.
 */
export const ownFamilyOf = (personId: string): RawBuilder<unknown> => sql`
    from family_member m join family f on f.id = m.family_id
    where m.person_id = ${personId} and m.role in (1, 2, 6, 7)
      and not exists (${bars} and (m.role in (6, 7) or g.added_by = 'staff'))
    order by m.role, f.created_at, f.id limit 1`

/** Null: none. */
export async function selectOwnFamily(tx: Tx, personId: string): Promise<FamilyOfPerson | null> {
  const { rows } = await sql<FamilyOfPerson>`
    select m.family_id as "familyId", m.role, exists (
      select from family_member o join person p on p.id = o.person_id
      where o.family_id = m.family_id and o.role in (1, 2) and p.archived_at is null
    ) as "hasParent"
    ${ownFamilyOf(personId)}`.execute(tx)
  return rows[0] ?? null
}

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
export const inFamilyOrder = sql`
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
        'birthYear', p.birth_year, 'pictureId', p.picture_id, 'care', (${careOf})) order by ${inFamilyOrder}), '[]')
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
    order by ${inFamilyOrder}`.execute(tx)
  return rows
}

/** Two who add somebody at the same moment come one after the other. False when the family is gone. */
export async function lockFamily(tx: Tx, familyId: string): Promise<boolean> {
  const { rows } = await sql`select from family where id = ${familyId} for no key update`.execute(tx)
  return rows.length > 0
}

/**
 * Whether a child is checked in at an event that is not long over and not let go yet. Its rows are held: nobody checks the
 * child in before this transaction ends.
 */
export async function isInClass(tx: Tx, personId: string, endedAfter: Date): Promise<boolean> {
  // Registrations are locked before their children, everywhere.
  await sql`
    select from registration where id in (
      select c.registration_id from registration_child c join event e on e.id = c.event_id
      where c.person_id = ${personId} and c.checked_out_at is null and e.ends_at > ${endedAfter}
    ) order by id for no key update`.execute(tx)
  const { rows } = await sql<{ inClass: boolean }>`
    select c.checked_in_at is not null as "inClass" from registration_child c join event e on e.id = c.event_id
    where c.person_id = ${personId} and c.checked_out_at is null and e.ends_at > ${endedAfter}
    order by c.event_id for update of c`.execute(tx)
  return rows.some(({ inClass }) => inClass)
}

/**
 * Whether somebody is more than one of this family: staff, signs in at the portal, or looks after another family. A child
 * of two families is not: both say what it is called and what it needs.
 */
export async function looksAfterOthers(tx: Tx, familyId: string, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from account where person_id = ${personId} and removed_at is null)
      or exists (select from guardian_account where person_id = ${personId})
      or exists (
        select from family_member
        where person_id = ${personId} and family_id <> ${familyId} and role in (1, 2, 6, 7)
      ) as found`.execute(tx)
  return rows[0]?.found ?? true
}

/** What has to be known of each person, allergies first. */
export async function selectCare(tx: Tx, personIds: string[]): Promise<Map<string, CareNote[]>> {
  const { rows } = await sql<CareNote & { personId: string }>`
    select person_id as "personId", kind, name, instruction from care_note
    where person_id = any (${personIds}::uuid[]) order by kind, added_at, id`.execute(tx)
  const notes = new Map<string, CareNote[]>()
  for (const { personId, ...note } of rows) notes.set(personId, [...(notes.get(personId) ?? []), note])
  return notes
}

/** Puts these notes about a person in place of those before. True when something is different now. */
export async function replaceCare(
  tx: Tx,
  tenantId: TenantId,
  { personId, notes, at }: { personId: string; notes: readonly CareNote[]; at: Date },
): Promise<boolean> {
  const given = sql`
    select kind, name, instruction, min(nth) as nth from unnest(
      ${notes.map((note) => note.kind)}::text[], ${notes.map((note) => note.name)}::text[],
      ${notes.map((note) => note.instruction)}::text[]) with ordinality as g (kind, name, instruction, nth)
    group by kind, name, instruction`
  const gone = await sql`
    delete from care_note n where n.person_id = ${personId}
      and not exists (
        select from (${given}) g where (g.kind, g.name, g.instruction) = (n.kind, n.name, n.instruction)
      )
    returning n.id`.execute(tx)
  const come = await sql`
    insert into care_note (tenant_id, person_id, kind, name, instruction, added_at)
    select ${tenantId}, ${personId}, g.kind, g.name, g.instruction, ${at} from (${given}) g
    where not exists (
      select from care_note n where n.person_id = ${personId}
        and (g.kind, g.name, g.instruction) = (n.kind, n.name, n.instruction)
    )
    order by g.nth
    returning id`.execute(tx)
  return gone.rows.length + come.rows.length > 0
}
