import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/index.ts'
import { systemActor, type Actor } from '../platform/http/index.ts'

/** Whether anybody uses this installation. */
export async function hasChurches(database: Database): Promise<boolean> {
  const { rows } = await database.withoutTenant((tx) =>
    sql<{ used: boolean }>`select has_churches() as used`.execute(tx),
  )
  return rows[0]?.used === true
}

/** Whether the church that was entered is there. */
export async function isThere(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from church`.execute(tx)
  return rows.length > 0
}

export type DemoSend = {
  accountId: string
  mask: string
  hasSent: boolean
  hasSentToday: boolean
  groups: { id: string; name: string }[]
}

/** Who sends for the church that was entered, in which name, and whether anything was sent before, and since this midnight. */
export async function findSender(tx: Tx, midnight: Date): Promise<DemoSend | null> {
  const { rows } = await sql<DemoSend>`
    select a.id as "accountId", s.mask,
      exists (select from campaign c where c.tenant_id = a.tenant_id) as "hasSent",
      exists (select from campaign c where c.tenant_id = a.tenant_id and c.created_at >= ${midnight}) as "hasSentToday",
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)), '[]'::json) from people_group g) as groups
    from account a join sender_id s on s.tenant_id = a.tenant_id and s.status = 2
    where 'Admin' = any (a.roles) order by a.created_at limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Units that a campaign will have cost: those of numbers that the sandbox refuses or loses (they end in 98 or 99) come back. */
export async function countUnitsKept(tx: Tx, campaignId: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select ceil(
      coalesce(sum(r.segments) filter (where r.address !~ '9[89]$'), 0) * c.rate_numerator::numeric / c.rate_denominator
    )::int as units
    from campaign c join campaign_recipient r on r.tenant_id = c.tenant_id and r.campaign_id = c.id
    where c.id = ${campaignId} group by c.tenant_id, c.id`.execute(tx)
  return rows[0]?.units ?? 0
}

export type Payer = { tenantId: string; accountId: string; email: string; hasPaid: boolean }

/** Who pays for a church, and whether it ever did. */
export async function findPayer(tx: Tx, tenantId: string): Promise<Payer | null> {
  const { rows } = await sql<Payer>`
    select a.tenant_id as "tenantId", a.id as "accountId", a.email,
      exists (select from payment p where p.tenant_id = a.tenant_id) as "hasPaid"
    from account a where a.tenant_id = ${tenantId} and 'Admin' = any (a.roles) order by a.created_at limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** The first operator as the one who decides; null: there is none. */
export async function findOperator(tx: Tx): Promise<Actor | null> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from operator order by created_at, id limit 1`.execute(tx)
  const [operator] = rows
  return operator ? { ...systemActor, kind: 'operator', id: operator.id, name: operator.email } : null
}

type SavedPassword = { email: string; passwordHash: string }

export async function selectOperatorPasswords(tx: Tx): Promise<SavedPassword[]> {
  const { rows } = await sql<SavedPassword>`
    select email, password_hash as "passwordHash" from operator where password_hash is not null and removed_at is null`.execute(
    tx,
  )
  return rows
}

/** Of the staff of the church that was entered, and of its guardians. */
export async function selectPasswords(tx: Tx): Promise<SavedPassword[]> {
  const { rows } = await sql<SavedPassword>`
    select email, password_hash as "passwordHash" from account where email is not null and password_hash is not null
    union all
    select email, password_hash from guardian_account where email is not null`.execute(tx)
  return rows
}

/** The person who has this phone and looks after children in a family, without a guardian’s account. */
export async function findParent(tx: Tx, phone: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p join family_member m on m.person_id = p.id and m.role in (1, 2)
    where p.phone = ${phone} and p.archived_at is null
      and not exists (select from guardian_account g where g.person_id = p.id)
    order by p.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
