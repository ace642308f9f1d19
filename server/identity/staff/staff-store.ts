import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { Ability } from '#contract/abilities.ts'
import { abilitiesOf } from '../sessions/index.ts'

/** Somebody on the staff, as the list shows them. */
export type StaffMember = {
  id: string
  personId: string
  firstName: string
  lastName: string
  email: string
  roles: string[]
  hasSecondFactor: boolean
  lastSeenAt: Date | null
  /** Name without marks and case, which orders the list. */
  sortName: string
}

export type StaffFilter = {
  tenantId: string
  /** Folded words, all of which stand in the name. */
  words: readonly string[]
  /** Or this stands in the address. Null: everybody. */
  address: string | null
  role: string | null
}

/** The place behind which a page begins. */
type StaffPlace = { sortName: string; id: string }

const member = sql`
  select a.id, a.person_id as "personId", p.first_name as "firstName", p.last_name as "lastName", a.email, a.roles,
    a.totp_secret is not null as "hasSecondFactor", a.last_seen_at as "lastSeenAt", p.sort_name as "sortName"
  from account a join person p on p.tenant_id = a.tenant_id and p.id = a.person_id`

// No like: a search may hold its signs, and the staff of a church is a few dozen rows.
const matches = ({ tenantId, words, address, role }: StaffFilter): RawBuilder<unknown> => sql`
  a.tenant_id = ${tenantId} and a.removed_at is null
  and (${role}::text is null or ${role} = any(a.roles))
  and (${address}::text is null or strpos(a.email_key, ${address}) > 0 or (
    cardinality(${[...words]}::text[]) > 0
    and not exists (select from unnest(${[...words]}::text[]) word where strpos(p.sort_name, word) = 0)))`

export async function findStaff(
  tx: Tx,
  filter: StaffFilter,
  { after, limit }: { after: StaffPlace | null; limit: number },
): Promise<StaffMember[]> {
  const behind = after ? sql`and (p.sort_name, a.id) > (${after.sortName}, ${after.id}::uuid)` : sql``
  const { rows } = await sql<StaffMember>`${member}
    where ${matches(filter)} ${behind} order by p.sort_name, a.id limit ${limit}`.execute(tx)
  return rows
}

/** All that match, by name. */
export const staffQuery = (filter: StaffFilter): RawBuilder<StaffMember> =>
  sql<StaffMember>`${member} where ${matches(filter)} order by p.sort_name, a.id`

export async function countStaff(tx: Tx, filter: StaffFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total
    from account a join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    where ${matches(filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** One of the staff; null: there is nobody of this id, or no longer. */
export async function findMember(
  tx: Tx,
  { tenantId, accountId }: { tenantId: string; accountId: string },
): Promise<StaffMember | null> {
  const { rows } = await sql<StaffMember>`${member}
    where a.tenant_id = ${tenantId} and a.id = ${accountId} and a.removed_at is null`.execute(tx)
  return rows[0] ?? null
}

export type AbleMember = { accountId: string; personId: string; email: string; firstName: string; lastName: string }

/** Everybody on the church's staff who has an ability now. */
export async function staffWith(tx: Tx, ability: Ability): Promise<AbleMember[]> {
  const { rows } = await sql<AbleMember & { roles: string[] }>`
    select a.id as "accountId", a.person_id as "personId", a.email, a.roles, p.first_name as "firstName",
      p.last_name as "lastName"
    from account a join person p on p.id = a.person_id
    where a.removed_at is null order by a.created_at, a.id`.execute(tx)
  return rows.filter(({ roles }) => abilitiesOf(roles).has(ability)).map(({ roles: _roles, ...member }) => member)
}

/**
 * Whether an account was on the church's staff and had an ability at an instant. What the roles were then stands in the
 * entries that changed them since.
 */
export async function couldAt(
  tx: Tx,
  { accountId, ability, at }: { accountId: string; ability: Ability; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ roles: string[] | null }>`
    select coalesce((
      select array(select jsonb_array_elements_text(coalesce(e.details -> 'before', e.details -> 'roles')))
      from audit_entry e
      where e.subject_id = a.person_id and e.act in ('staff.roles_changed', 'staff.removed') and e.at > ${at}
      order by e.at, e.id limit 1), a.roles) as roles
    from account a
    where a.id = ${accountId} and a.created_at <= ${at} and (a.removed_at is null or a.removed_at > ${at})`.execute(tx)
  return abilitiesOf(rows[0]?.roles ?? []).has(ability)
}
