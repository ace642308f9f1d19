import { sql } from 'kysely'
import type { TimeLineItem } from '#contract/billing/subscription.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { FirstPlan, Standing } from '../../identity/index.ts'
import type { TermEntry } from './periods.ts'

export type SubscriptionRecord = {
  planId: string | null
  planName: string
  membershipSize: number
  people: number
  startedOn: string | null
  expiresOn: string
  timeZone: string
  isoCode: string
  currency: string
  /** Since when there have been more people than the plan allows; null: there are not. */
  overSince: Date | null
  /** Plans that are paid for and begin later, the earliest first. */
  upcoming: { planId: string | null; planName: string; membershipSize: number; from: string }[]
  /** What the church wants from its renewal on; null: what it has. */
  renewalPlanId: string | null
  createdAt: Date
}

// An operator's transaction sees the subscriptions of all churches: each query here names the one it means.
const subscription = (tenantId: string) => sql`
  select s.plan_id as "planId", s.plan_name as "planName", s.membership_size as "membershipSize", z.confirmed as people,
    s.started_on::text as "startedOn", s.expires_on::text as "expiresOn", c.time_zone as "timeZone", c.iso_code as "isoCode",
    c.currency, z.over_since as "overSince", s.upcoming, s.renewal_plan_id as "renewalPlanId", c.created_at as "createdAt"
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

/**
 * Whether a subscription still ends on that day. Whatever has been settled before is seen, for the row is waited for while
 * somebody is settling; and whoever settles next waits until this transaction is over. Several may hold it at once.
 */
export async function holdEnd(tx: Tx, tenantId: string, expiresOn: string): Promise<boolean> {
  const { rows } = await sql`
    select from subscription where tenant_id = ${tenantId} and expires_on = ${expiresOn}::date for share`.execute(tx)
  return rows.length === 1
}

/** Each church has one from its first day. */
export async function insertSubscription(tx: Tx, tenantId: string, plan: FirstPlan): Promise<void> {
  await sql`
    insert into subscription (tenant_id, plan_id, plan_name, membership_size, started_on, expires_on)
    values (${tenantId}, ${plan.id ?? null}, ${plan.name}, ${plan.membershipSize}, ${plan.startedOn ?? null},
      ${plan.expiresOn})`.execute(tx)
}

type NewTerm = Pick<
  SubscriptionRecord,
  'planId' | 'planName' | 'membershipSize' | 'startedOn' | 'expiresOn' | 'upcoming' | 'renewalPlanId'
>

export async function updateSubscription(tx: Tx, tenantId: string, term: NewTerm): Promise<void> {
  await sql`
    update subscription set plan_id = ${term.planId}, plan_name = ${term.planName},
      membership_size = ${term.membershipSize}, started_on = ${term.startedOn}, expires_on = ${term.expiresOn},
      upcoming = ${JSON.stringify(term.upcoming)}::jsonb, renewal_plan_id = ${term.renewalPlanId}
    where tenant_id = ${tenantId}`.execute(tx)
}

export async function updateRenewalPlan(tx: Tx, tenantId: string, planId: string | null): Promise<void> {
  await sql`update subscription set renewal_plan_id = ${planId} where tenant_id = ${tenantId}`.execute(tx)
}

/** Churches whose next plan has begun by this day, wherever on earth they are. */
export async function selectUpcoming(tx: Tx, today: string): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from find_upcoming_plans(${today}::date)`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
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

type PlanRecord = { id: string; name: string; description: string; membershipSize: number }

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

type EntryRow = {
  number: number
  kind: TermEntry['kind']
  at: Date
  onDay: string
  planId: string | null
  planName: string | null
  membershipSize: number | null
  months: number | null
  kept: string[]
  days: number | null
  startedOn: string | null
  expiresOn: string | null
  paymentId: string | null
  reason: string | null
  actorKind: string
  actorName: string
  payment: TimeLineItem['payment']
}

/** An entry as it was written, with who did it and what was paid. */
export type EntryRecord = TermEntry & {
  number: number
  at: Date
  reason: string | null
  actorKind: string
  actorName: string
  payment: TimeLineItem['payment']
}

/** What moved a church's term, the oldest first. Whoever writes holds the subscription. */
export async function selectEntries(tx: Tx, tenantId: string): Promise<EntryRecord[]> {
  const { rows } = await sql<EntryRow>`
    select e.number, e.kind, e.at, e.on_day::text as "onDay", e.plan_id as "planId", e.plan_name as "planName",
      e.membership_size as "membershipSize", e.months, e.kept, e.days, e.started_on::text as "startedOn",
      e.expires_on::text as "expiresOn", e.payment_id as "paymentId", e.reason, e.actor_kind as "actorKind",
      e.actor_name as "actorName", case when p.id is not null then json_build_object('id', p.id, 'reference', p.reference,
        'method', p.method, 'amountMinor', p.amount_minor, 'currency', p.currency, 'automatic', p.automatic) end as payment
    from subscription_entry e
    left join payment p on p.tenant_id = e.tenant_id and p.id = e.payment_id
    where e.tenant_id = ${tenantId} order by e.number`.execute(tx)
  return rows.map(entryOf)
}

function entryOf(row: EntryRow): EntryRecord {
  const { number, at, reason, actorKind, actorName, payment } = row
  return { ...termEntryOf(row), number, at, reason, actorKind, actorName, payment }
}

function termEntryOf(row: EntryRow): TermEntry {
  const { kind, onDay, planId, planName, membershipSize, months, kept, days, startedOn, expiresOn } = row
  const plan = { id: planId, name: planName ?? '', membershipSize: membershipSize ?? 0 }
  const paymentId = row.paymentId ?? ''
  if (kind === 'paid') return { kind, onDay, paymentId, plan, months: months ?? 0, kept }
  if (kind === 'refunded') return { kind, onDay, paymentId, days }
  if (kind === 'granted') return { kind, onDay, days: days ?? 0 }
  return { kind, onDay, plan, startedOn, expiresOn: expiresOn ?? onDay }
}

type Told = { at: Date; reason: string | null; actorKind: string; actorName: string }

type NewEntry = Told & { tenantId: string; number: number; ledTo: string; entry: TermEntry }

export async function insertEntry(tx: Tx, { tenantId, number, ledTo, entry, ...told }: NewEntry): Promise<void> {
  const plan = 'plan' in entry ? entry.plan : null
  const paymentId = 'paymentId' in entry ? entry.paymentId : null
  const months = entry.kind === 'paid' ? entry.months : null
  const kept = entry.kind === 'paid' ? [...entry.kept] : []
  const days = 'days' in entry ? entry.days : null
  const startedOn = 'startedOn' in entry ? entry.startedOn : null
  const expiresOn = 'expiresOn' in entry ? entry.expiresOn : null
  await sql`
    insert into subscription_entry (tenant_id, number, kind, at, on_day, plan_id, plan_name, membership_size, months, kept, days,
      started_on, expires_on, payment_id, reason, actor_kind, actor_name, led_to)
    values (${tenantId}, ${number}, ${entry.kind}, ${told.at}, ${entry.onDay}, ${plan?.id ?? null}, ${plan?.name ?? null},
      ${plan?.membershipSize ?? null}, ${months}, ${kept}::uuid[], ${days}, ${startedOn}, ${expiresOn}, ${paymentId},
      ${told.reason}, ${told.actorKind}, ${told.actorName}, ${ledTo})`.execute(tx)
}

/** Days that a church was given since then. */
export async function daysGivenSince(tx: Tx, tenantId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select coalesce(sum(days), 0)::int as days from subscription_entry
    where tenant_id = ${tenantId} and kind = 'granted' and at > ${since}`.execute(tx)
  return rows[0]?.days ?? 0
}
