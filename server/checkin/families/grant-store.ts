import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { Grant } from './may-collect.ts'
import type { GrantTerms } from '#contract/checkin/guardians.ts'

/** A grant as it stands, with whose it is. */
export type StoredGrant = Grant & {
  id: string
  familyId: string
  personId: string
  note: string
  /** What was said at once, of several children, is one saying. */
  addedAt: Date
  addedBy: 'guardian' | 'staff'
}

/** Everything that was said about these families and was not taken back before `at`. */
export async function selectGrants(tx: Tx, familyIds: readonly string[], at: Date): Promise<StoredGrant[]> {
  const { rows } = await sql<StoredGrant>`
    select g.id, g.family_id as "familyId", g.person_id as "personId", g.child_id as "childId", g.kind, g.from_day as "fromDay",
      g.until_day as "untilDay", g.weekdays, g.one_time as "oneTime", g.used_at as "usedAt",
      g.used_event as "usedEvent", g.added_at as "addedAt", g.note, g.added_by as "addedBy"
    from guardian_grant g
    where g.family_id = any (${[...familyIds]}::uuid[]) and (g.revoked_at is null or g.revoked_at > ${at})
    order by g.added_at, g.id`.execute(tx)
  return rows
}

/**
 * Who must not take a child, whichever family said so: a bar is the child's, and goes along into every family that the child
 * belongs to. Rows of `id`, `person_id`, `revoked_at`; `child` and `family` (that of the registration) are SQL of ids.
 */
export const bansOf = (child: RawBuilder<unknown>, family: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select b.id, b.person_id, b.revoked_at from guardian_grant b where b.kind = 'not_authorised' and b.child_id = ${child}
  union all
  select b.id, b.person_id, b.revoked_at from guardian_grant b
  where b.kind = 'not_authorised' and b.child_id is null and b.family_id = any (array(
    select bm.family_id from family_member bm where bm.person_id = ${child} union select ${family})))`

/** Somebody who must not take a child, as a grant of that one child. */
export type Ban = Grant & { childId: string; personId: string; firstName: string; lastName: string; note: string }

const barred = {
  kind: 'not_authorised',
  fromDay: null,
  untilDay: null,
  weekdays: null,
  oneTime: false,
  usedAt: null,
  usedEvent: null,
  note: '',
} as const

/** A child, and the family of the registration by which it is here. */
type ChildHere = { childId: string; familyId: string | null }

/** Who must not take these children at `at`, by child. */
export async function selectBans(tx: Tx, children: readonly ChildHere[], at: Date): Promise<Ban[]> {
  const { rows } = await sql<Pick<Ban, 'childId' | 'personId' | 'firstName' | 'lastName'>>`
    select distinct c.id as "childId", p.id as "personId", p.first_name as "firstName", p.last_name as "lastName"
    from unnest(${children.map(({ childId }) => childId)}::uuid[], ${children.map(({ familyId }) => familyId)}::uuid[])
      as c (id, family_id)
    cross join lateral ${bansOf(sql`c.id`, sql`c.family_id`)} g
    join person p on p.id = g.person_id
    where g.revoked_at is null or g.revoked_at > ${at}`.execute(tx)
  return rows.map((row) => ({ ...barred, ...row }))
}

/** Uses passes up; answers those that nobody else used meanwhile. */
export async function spendPasses(
  tx: Tx,
  { ids, eventId, at }: { ids: string[]; eventId: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update guardian_grant set used_at = ${at}, used_event = ${eventId}
    where id = any (${ids}::uuid[]) and one_time and used_at is null and revoked_at is null returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type PersonOfFamily = {
  familyId: string
  personId: string
  firstName: string
  lastName: string
  role: number | null
  phone: string | null
  gender: 'male' | 'female' | null
  pictureId: string | null
}

/**
 * Members of these families and others of whom something was said; of the archived only whoever may not collect: the desk
 * has to know them by face and name.
 */
export async function selectPeopleOf(tx: Tx, familyIds: readonly string[], at: Date): Promise<PersonOfFamily[]> {
  const { rows } = await sql<PersonOfFamily>`
    select w.family_id as "familyId", p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", m.role,
      p.phone, p.gender, p.picture_id as "pictureId"
    from (
      select family_id, person_id from family_member where family_id = any (${[...familyIds]}::uuid[])
      union select family_id, person_id from guardian_grant
      where family_id = any (${[...familyIds]}::uuid[]) and (revoked_at is null or revoked_at > ${at})
    ) w
    join person p on p.id = w.person_id
    left join family_member m on m.person_id = w.person_id and m.family_id = w.family_id
    where p.archived_at is null or exists (
      select from guardian_grant b
      where b.family_id = w.family_id and b.person_id = p.id and b.kind = 'not_authorised'
        and (b.revoked_at is null or b.revoked_at > ${at})
    )
    order by w.family_id, coalesce(m.role, 8), p.sort_name, p.id`.execute(tx)
  return rows
}

type Said = { familyId: string; personId: string; at: Date }

/** Takes back everything that was said of somebody in a family. */
export async function revokeGrants(tx: Tx, { familyId, personId, at }: Said): Promise<void> {
  await sql`
    update guardian_grant set revoked_at = ${at}
    where family_id = ${familyId} and person_id = ${personId} and revoked_at is null`.execute(tx)
}

type NewGrants = Said & { tenantId: string; terms: GrantTerms; addedBy: 'guardian' | 'staff'; keepsUse: boolean }

/**
 * One for each child named, or one for all of them. `keepsUse`: a pass that was used stays used, as the one that was taken
 * back at this moment for the same child.
 */
export async function insertGrants(
  tx: Tx,
  { tenantId, familyId, personId, at, terms, addedBy, keepsUse }: NewGrants,
): Promise<void> {
  const weekdays = terms.weekdays.length > 0 ? terms.weekdays : null
  await sql`
    insert into guardian_grant (tenant_id, family_id, person_id, child_id, kind, from_day, until_day, weekdays, one_time,
      note, added_by, added_at, used_at, used_event)
    select ${tenantId}, ${familyId}, ${personId}, child, ${terms.kind}, ${terms.fromDay}::date, ${terms.untilDay}::date,
      ${weekdays}::smallint[], ${terms.oneTime}, ${terms.note}, ${addedBy}, ${at},
      u.used_at, u.used_event
    from unnest(${terms.childIds ?? [null]}::uuid[]) child
    left join lateral (
      select o.used_at, o.used_event from guardian_grant o
      where ${keepsUse}::boolean and o.family_id = ${familyId} and o.person_id = ${personId} and o.revoked_at = ${at}
        and o.one_time and o.used_at is not null and o.child_id is not distinct from child
      order by o.used_at desc limit 1
    ) u on true
    returning 1`.execute(tx)
}

type ChildOfFamily = { personId: string; firstName: string; lastName: string }

/** The children that a grant may name. */
export async function selectChildrenOf(tx: Tx, familyId: string): Promise<ChildOfFamily[]> {
  const { rows } = await sql<ChildOfFamily>`
    select p.id as "personId", p.first_name as "firstName", p.last_name as "lastName"
    from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and m.role in (3, 4, 5) and p.archived_at is null
    order by p.birth_year, p.birth_month, p.birth_day, p.sort_name, p.id`.execute(tx)
  return rows
}

/** Whether somebody is known beyond this family: signs in somewhere, or belongs to another one. */
export async function hasOwnLife(tx: Tx, { familyId, personId }: Omit<Said, 'at'>): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from account where person_id = ${personId} and removed_at is null)
      or exists (select from guardian_account where person_id = ${personId})
      or exists (select from family_member where person_id = ${personId} and family_id <> ${familyId})
      or not exists (select from family_member where person_id = ${personId} and family_id = ${familyId}) as known`.execute(
    tx,
  )
  return rows[0]?.known ?? true
}

/** Anybody of the church who is not archived; held, so that they are not erased meanwhile. False: there is nobody. */
export async function lockNamed(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${personId} and archived_at is null for key share`.execute(
    tx,
  )
  return rows.length > 0
}

/** Whether the church itself has said anything in the family of what this person may do, or of who may take this child. */
export async function isNamedByChurch(tx: Tx, familyId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from guardian_grant
    where family_id = ${familyId} and (person_id = ${personId} or child_id = ${personId}) and added_by = 'staff'
      and revoked_at is null
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Of whom the church itself has said in the family what they may do; members or not, the archived too. */
export async function selectNamedByChurch(
  tx: Tx,
  familyId: string,
): Promise<{ id: string; firstName: string; lastName: string }[]> {
  const { rows } = await sql<{ id: string; firstName: string; lastName: string }>`
    select p.id, p.first_name as "firstName", p.last_name as "lastName" from person p
    where p.id in (
      select person_id from guardian_grant
      where family_id = ${familyId} and added_by = 'staff' and revoked_at is null)`.execute(tx)
  return rows
}

/** Whether the church itself has said anything of what this person may do in the family. */
export async function isSetByChurch(tx: Tx, familyId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from guardian_grant
    where family_id = ${familyId} and person_id = ${personId} and added_by = 'staff' and revoked_at is null
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Ends what a family has said about somebody who leaves it: what they may do, and what others may do for them. */
export async function endGrants(
  tx: Tx,
  { familyId, personId, at }: { familyId: string; personId: string; at: Date },
): Promise<void> {
  await sql`
    update guardian_grant set revoked_at = ${at}
    where family_id = ${familyId} and (person_id = ${personId} or child_id = ${personId}) and revoked_at is null
      and added_by <> 'staff'`.execute(tx)
}
