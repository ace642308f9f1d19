import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { FirstPlan, Standing } from '../../identity/index.ts'

export type SubscriptionRecord = {
  planId: string | null
  planName: string
  membershipSize: number
  people: number
  startedOn: string | null
  expiresOn: string
  timeZone: string
  isoCode: string
}

// An operator's transaction sees the subscriptions of all churches: each query here names the one it means.
const subscription = (tenantId: string) => sql`
  select s.plan_id as "planId", s.plan_name as "planName", s.membership_size as "membershipSize", z.confirmed as people,
    s.started_on::text as "startedOn", s.expires_on::text as "expiresOn", c.time_zone as "timeZone", c.iso_code as "isoCode"
  from subscription s
  join church_size z on z.tenant_id = s.tenant_id
  join church c on c.tenant_id = s.tenant_id
  where s.tenant_id = ${tenantId}`

/** Null: there is no such church. */
export async function selectSubscription(tx: Tx, tenantId: string): Promise<SubscriptionRecord | null> {
  const { rows } = await sql<SubscriptionRecord>`${subscription(tenantId)}`.execute(tx)
  return rows[0] ?? null
}

/** The same, and no other payment moves it before this transaction is over. */
export async function lockSubscription(tx: Tx, tenantId: string): Promise<SubscriptionRecord | null> {
  const { rows } = await sql<SubscriptionRecord>`${subscription(tenantId)} for update of s`.execute(tx)
  return rows[0] ?? null
}

/** Each church has one from its first day. */
export async function insertSubscription(tx: Tx, tenantId: string, plan: FirstPlan): Promise<void> {
  await sql`
    insert into subscription (tenant_id, plan_id, plan_name, membership_size, started_on, expires_on)
    values (${tenantId}, ${plan.id ?? null}, ${plan.name}, ${plan.membershipSize}, ${plan.startedOn ?? null},
      ${plan.expiresOn})`.execute(tx)
}

type NewTerm = Pick<SubscriptionRecord, 'planId' | 'planName' | 'membershipSize' | 'startedOn' | 'expiresOn'>

export async function updateSubscription(tx: Tx, tenantId: string, term: NewTerm): Promise<void> {
  await sql`
    update subscription set plan_id = ${term.planId}, plan_name = ${term.planName},
      membership_size = ${term.membershipSize}, started_on = ${term.startedOn}, expires_on = ${term.expiresOn}
    where tenant_id = ${tenantId}`.execute(tx)
}

/** Whether the card provider knows the church, and so has a page of its cards and invoices. */
export async function hasPortal(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select from provider_customer where tenant_id = ${tenantId} and provider = 'stripe'`.execute(tx)
  return rows.length > 0
}

/** Churches with more people than their plan allows. */
export async function selectFullChurches(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from find_full_churches()`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** What the gate of the church that was entered depends on; null: there is none. */
export async function selectStanding(tx: Tx): Promise<Standing | null> {
  const { rows } = await sql<Standing>`
    select s.expires_on::text as "expiresOn", s.membership_size as "membershipSize", z.confirmed as people,
      z.over_since as "overSince", c.time_zone as "timeZone"
    from church c
    join subscription s on s.tenant_id = c.tenant_id
    join church_size z on z.tenant_id = c.tenant_id`.execute(tx)
  return rows[0] ?? null
}

/** False when the church was told this already since it got too many people. */
export async function claimNotice(
  tx: Tx,
  notice: { tenantId: string; overSince: Date; daysLeft: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into capacity_notice (tenant_id, over_since, days_left, notified_at)
    select ${notice.tenantId}, z.over_since, ${notice.daysLeft}, ${notice.at}::timestamptz
    from church_size z where date_trunc('milliseconds', z.over_since) = ${notice.overSince}::timestamptz
    on conflict do nothing returning days_left`.execute(tx)
  return rows.length > 0
}

export type PlanRecord = { id: string; name: string; description: string; membershipSize: number }

/** Plans that a church may choose, the smallest first. */
export async function selectPlans(tx: Tx): Promise<PlanRecord[]> {
  const { rows } = await sql<PlanRecord>`
    select id, name, description, membership_size as "membershipSize" from plan
    where offered order by membership_size, lower(name), id`.execute(tx)
  return rows
}

/** A plan, offered still or not; null: there is none of this id. */
export async function selectPlan(tx: Tx, id: string): Promise<PlanRecord | null> {
  const { rows } = await sql<PlanRecord>`
    select id, name, description, membership_size as "membershipSize" from plan where id = ${id}`.execute(tx)
  return rows[0] ?? null
}
