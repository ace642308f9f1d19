import { sql } from 'kysely'
import type { FirstPlan } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'

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

export type NewTerm = Pick<SubscriptionRecord, 'planId' | 'planName' | 'membershipSize' | 'startedOn' | 'expiresOn'>

export async function updateSubscription(tx: Tx, tenantId: string, term: NewTerm): Promise<void> {
  await sql`
    update subscription set plan_id = ${term.planId}, plan_name = ${term.planName},
      membership_size = ${term.membershipSize}, started_on = ${term.startedOn}, expires_on = ${term.expiresOn}
    where tenant_id = ${tenantId}`.execute(tx)
}
