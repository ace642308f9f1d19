import { sql, type RawBuilder } from 'kysely'
import type { Payment, PaymentState } from '#contract/billing/payments.ts'
import type { ReviewReason } from '#contract/operator/requests.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Taken } from '../providers/provider.ts'

export type PaymentRecord = Omit<Payment, 'createdAt' | 'decidedAt'> & {
  /** What the provider calls it; null: a bank transfer, or known there by our reference only. */
  providerId: string | null
  /** Until when it may be begun at the provider; null: a bank transfer. */
  quoteExpiresAt: Date | null
  /** Whether the provider has answered with a page for it. */
  isBegun: boolean
  /** How often the provider was asked in vain since it was begun or ended. */
  askedTimes: number
  tenantId: string
  planId: string | null
  /** Plan and last day of the church when months were quoted; null for units, the plan for a trial too. */
  quotedPlanId: string | null
  quotedExpiresOn: string | null
  createdAt: Date
  decidedAt: Date | null
  /** The operator who approved a payment above the limit first; null: nobody yet. */
  approvedBy: string | null
  /** The operator who ended it; null: the church, or its provider. */
  decidedBy: string | null
  reviewReason: ReviewReason | null
  /** What the provider says it took, where that is not our sum. */
  taken: Pick<Taken, 'amountMinor' | 'currency'> | null
}

// An operator's transaction sees the payments of all churches: each query here names the church it means.
const payments = sql`
  select p.tenant_id as "tenantId", p.id, p.reference, p.purpose, p.method, p.amount_minor as "amountMinor", p.currency,
    p.units, p.plan_id as "planId", l.name as "planName", p.months, p.lines, p.state, p.created_at as "createdAt",
    p.decided_at as "decidedAt", p.refused_reason as "refusedReason", p.approved_by as "approvedBy",
    p.quoted_plan_id as "quotedPlanId", p.quoted_expires_on::text as "quotedExpiresOn", p.provider_id as "providerId",
    p.quote_expires_at as "quoteExpiresAt", p.receipt_number as "receiptNumber", p.checkout_url is not null as "isBegun",
    p.asked_times as "askedTimes", p.decided_by as "decidedBy", p.review_reason as "reviewReason",
    case when p.taken_minor is not null then
      json_build_object('amountMinor', p.taken_minor, 'currency', p.taken_currency) end as taken,
    case when p.state in ('created', 'pending') then p.checkout_url end as "checkoutUrl",
    (select json_build_object('amountMinor', r.amount_minor, 'currency', r.currency, 'units', r.units, 'state', r.state,
        'at', to_char(coalesce(r.done_at, r.wanted_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from payment_refund r where r.tenant_id = p.tenant_id and r.payment_id = p.id) as refund,
    (select coalesce(json_agg(json_build_object('id', f.id, 'fileName', f.file_name, 'contentType', f.content_type)
      order by f.added_at, f.id), '[]'::json)
      from payment_proof f where f.tenant_id = p.tenant_id and f.payment_id = p.id) as proofs
  from payment p left join plan l on l.id = p.plan_id`

/** Null: the church has no payment of this id. */
export async function selectPayment(tx: Tx, tenantId: string, id: string): Promise<PaymentRecord | null> {
  const { rows } = await sql<PaymentRecord>`${payments} where p.tenant_id = ${tenantId} and p.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The same, locked: whoever decides about it waits, and then sees what became of it. */
export async function lockPayment(tx: Tx, tenantId: string, id: string): Promise<PaymentRecord | null> {
  // First the row alone: what is read together with waiting for it would be of the time before the wait.
  await sql`select from payment where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx)
  return selectPayment(tx, tenantId, id)
}

export type NewPayment = {
  tenantId: string
  id: string
  reference: string
  method: Payment['method']
  purpose: 'units' | 'subscription'
  amountMinor: number
  currency: string
  priceId: string
  units: number | null
  planId: string | null
  months: number | null
  quotedPlanId: string | null
  quotedExpiresOn: string | null
  lines: Payment['lines']
  /** Until when it may be begun at its provider, and when that is asked first; null: a bank transfer. */
  quoteExpiresAt: Date | null
  askAt: Date | null
  /** The payment that it stands in for under the same press. */
  replaces: string | null
  createdBy: string
  at: Date
}

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await sql`
    insert into payment (tenant_id, id, reference, method, purpose, amount_minor, currency, price_id, units, plan_id, months,
      quoted_plan_id, quoted_expires_on, lines, quote_expires_at, ask_at, replaces, created_by, created_at)
    values (${payment.tenantId}, ${payment.id}, ${payment.reference}, ${payment.method}, ${payment.purpose},
      ${payment.amountMinor}, ${payment.currency}, ${payment.priceId}, ${payment.units}, ${payment.planId}, ${payment.months},
      ${payment.quotedPlanId}, ${payment.quotedExpiresOn}::date, ${JSON.stringify(payment.lines)}::jsonb,
      ${payment.quoteExpiresAt}, ${payment.askAt}, ${payment.replaces}, ${payment.createdBy}, ${payment.at})`.execute(
    tx,
  )
}

const isUndecided = sql`state in ('created', 'pending', 'review')`

/** How many payments of the church nobody has decided. */
export async function countOpen(tx: Tx, tenantId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from payment
    where tenant_id = ${tenantId} and ${isUndecided}`.execute(tx)
  return rows[0]?.open ?? 0
}

export type PaymentFilter = { search: string; state: PaymentState | undefined; isOpen?: boolean }

/** `%` and `_` of a search are letters like any other. */
const contains = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const matches = (tenantId: string, { search, state, isOpen = false }: PaymentFilter): RawBuilder<unknown> => sql`
  p.tenant_id = ${tenantId} and ${state === undefined ? sql`true` : sql`p.state = ${state}`}
  and ${isOpen ? isUndecided : sql`true`}
  and ${search === '' ? sql`true` : sql`(p.reference ilike ${contains(search)} or l.name ilike ${contains(search)})`}`

export async function countPayments(tx: Tx, tenantId: string, filter: PaymentFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from payment p left join plan l on l.id = p.plan_id
    where ${matches(tenantId, filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

export type PaymentKey = { createdAt: string; id: string }

/** All payments that match, the newest first, as a query of their own. */
export const allPayments = (tenantId: string, filter: PaymentFilter): RawBuilder<PaymentRecord> =>
  sql<PaymentRecord>`${payments} where ${matches(tenantId, filter)} order by p.created_at desc, p.id desc`

/** A page of a church's payments, the newest first. */
export async function selectPayments(
  tx: Tx,
  tenantId: string,
  page: PaymentFilter & { after: PaymentKey | null; limit: number },
): Promise<PaymentRecord[]> {
  const behind = page.after
    ? sql`(p.created_at, p.id) < (${page.after.createdAt}::timestamptz, ${page.after.id}::uuid)`
    : sql`true`
  const { rows } = await sql<PaymentRecord>`
    ${payments} where ${matches(tenantId, page)} and ${behind}
    order by p.created_at desc, p.id desc limit ${page.limit}`.execute(tx)
  return rows
}
