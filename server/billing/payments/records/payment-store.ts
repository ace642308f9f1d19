import { sql, type RawBuilder } from 'kysely'
import type { Payment, PaymentState } from '#contract/billing/payments.ts'
import type { ReviewReason } from '#contract/operator/requests.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import { ApiError } from '../../../platform/http/index.ts'
import type { Taken } from '../../providers/index.ts'
import type { QuotedOn } from '../../subscription/index.ts'

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
  /** What became of the days that were left; null for units, and for what an older version has quoted. */
  quotedOn: QuotedOn | null
  createdAt: Date
  /** The account that began it. */
  createdBy: string
  decidedAt: Date | null
  /** The operator who approved a payment above the limit first; null: nobody yet. */
  approvedBy: string | null
  /** The operator who ended it; null: the church, or its provider. */
  decidedBy: string | null
  reviewReason: ReviewReason | null
  /** The payer lets the card be kept, and the church is renewed by itself from then on. */
  renews: boolean
  /** The kept card that is charged, without its payer, and by what its provider knows whose it is; null: paid otherwise. */
  cardId: string | null
  cardOwner: string | null
  /** What the provider says it took, where that is not our sum. */
  taken: Pick<Taken, 'amountMinor' | 'currency'> | null
}

// An operator's transaction sees the payments of all churches: each query here names the church it means.
const payments = sql`
  select p.tenant_id as "tenantId", p.id, p.reference, p.purpose, p.method, p.amount_minor as "amountMinor", p.currency,
    p.units, p.plan_id as "planId", l.name as "planName", p.months, p.lines, p.state, p.created_at as "createdAt", p.created_by as "createdBy",
    p.decided_at as "decidedAt", p.refused_reason as "refusedReason", p.approved_by as "approvedBy",
    p.quoted_plan_id as "quotedPlanId", p.quoted_expires_on::text as "quotedExpiresOn", p.provider_id as "providerId",
    p.quoted_on as "quotedOn", p.automatic, p.tax_minor as "taxMinor", trim_scale(p.tax_rate)::text as "taxRate",
    p.tax_name as "taxName",
    p.quote_expires_at as "quoteExpiresAt", p.receipt_number as "receiptNumber", p.checkout_url is not null as "isBegun",
    p.asked_times as "askedTimes", p.renews, p.card_id as "cardId", k.owner as "cardOwner", p.decided_by as "decidedBy", p.review_reason as "reviewReason",
    case when p.taken_minor is not null then
      json_build_object('amountMinor', p.taken_minor, 'currency', p.taken_currency) end as taken,
    case when p.state in ('created', 'pending') then p.checkout_url end as "checkoutUrl",
    (select json_build_object('amountMinor', r.amount_minor, 'currency', r.currency, 'units', r.units, 'days', r.days, 'state', r.state,
        'at', to_char(coalesce(r.done_at, r.wanted_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from payment_refund r where r.tenant_id = p.tenant_id and r.payment_id = p.id) as refund,
    (select coalesce(json_agg(json_build_object('id', f.id, 'fileName', f.file_name, 'contentType', f.content_type)
      order by f.added_at, f.id), '[]'::json)
      from payment_proof f where f.tenant_id = p.tenant_id and f.payment_id = p.id) as proofs
  from payment p
  left join plan l on l.id = p.plan_id
  left join saved_card k on k.tenant_id = p.tenant_id and k.id = p.card_id`

/** A payment as the contract shows it: without what only operators know. */
export function presentPayment(payment: PaymentRecord): Payment {
  const { id, reference, purpose, method, amountMinor, currency, units, planName, months, lines, state } = payment
  return {
    id,
    reference,
    purpose,
    method,
    amountMinor,
    currency,
    units,
    planName,
    months,
    lines,
    taxMinor: payment.taxMinor,
    taxRate: payment.taxRate,
    taxName: payment.taxName,
    automatic: payment.automatic,
    state,
    createdAt: payment.createdAt.toISOString(),
    decidedAt: payment.decidedAt?.toISOString() ?? null,
    refusedReason: payment.refusedReason,
    checkoutUrl: payment.checkoutUrl,
    receiptNumber: payment.receiptNumber,
    refund: payment.refund,
    proofs: payment.proofs,
  }
}

/** One payment of a church; `not_found` also for another church's. */
export async function readPayment(tx: Tx, tenantId: TenantId, id: string): Promise<Payment> {
  const payment = await selectPayment(tx, tenantId, id)
  if (!payment) throw new ApiError('not_found')
  return presentPayment(payment)
}

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

const isUndecided = sql`state in ('created', 'pending', 'review')`

/** How many payments of the church nobody has decided; those that the server began are not the church's doing. */
export async function countOpen(tx: Tx, tenantId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from payment
    where tenant_id = ${tenantId} and ${isUndecided} and not automatic`.execute(tx)
  return rows[0]?.open ?? 0
}

/** Longer than a transfer is on its way, and than anybody looks into one: what nobody decided about by then holds up nothing. */
const UNDER_WAY_DAYS = 7

/** Whether a purchase of months may yet be paid: begun at a provider, or a transfer that was proved. */
export async function hasMonthsUnderWay(tx: Tx, tenantId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select from payment where tenant_id = ${tenantId} and purpose = 'subscription' and ${isUndecided}
      and (method <> 'bank_transfer' or state <> 'created')
      and created_at > ${at}::timestamptz - make_interval(days => ${UNDER_WAY_DAYS}) limit 1`.execute(tx)
  return rows.length > 0
}

type PaymentFilter = {
  search: string
  state: PaymentState | undefined
  purpose: Payment['purpose'] | undefined
  isOpen?: boolean
}

/** `%` and `_` of a search are letters like any other. */
const contains = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const matches = (
  tenantId: string,
  { search, state, purpose, isOpen = false }: PaymentFilter,
): RawBuilder<unknown> => sql`
  p.tenant_id = ${tenantId} and ${state === undefined ? sql`true` : sql`p.state = ${state}`}
  and ${purpose === undefined ? sql`true` : sql`p.purpose = ${purpose}`}
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

/** The payment that stands in for this one, or for the one that does; its own id where none does. */
export async function selectSuccessor(
  tx: Tx,
  { tenantId, id }: Pick<PaymentRecord, 'tenantId' | 'id'>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain (id, step) as (
      select ${id}::uuid, 0
      union all
      select p.id, c.step + 1 from chain c join payment p on p.tenant_id = ${tenantId} and p.replaces = c.id
    )
    select id from chain order by step desc limit 1`.execute(tx)
  return rows[0]?.id ?? id
}

/** The church's payment of a reference; null: it has none. */
export async function selectIdOf(tx: Tx, tenantId: string, reference: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where tenant_id = ${tenantId} and reference = ${reference}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whose payment a reference names, and how that is paid; null: none of this installation's. */
export async function findPayment(
  tx: Tx,
  reference: string,
): Promise<{ tenantId: string; paymentId: string; method: string } | null> {
  const { rows } = await sql<{ tenantId: string; paymentId: string; method: string }>`
    select tenant_id as "tenantId", payment_id as "paymentId", method from find_payment(${reference})`.execute(tx)
  return rows[0] ?? null
}

/** Payments whose providers are to be asked by now, in all churches, the longest waiting first. */
export async function selectToAsk(tx: Tx, at: Date, most: number): Promise<{ tenantId: string; paymentId: string }[]> {
  const { rows } = await sql<{ tenantId: string; paymentId: string }>`
    select tenant_id as "tenantId", payment_id as "paymentId" from payments_to_ask(${at}, ${most})`.execute(tx)
  return rows
}

/** Payments of all churches that succeeded and have no receipt, the oldest first. */
export async function selectWithoutReceipt(tx: Tx, most: number): Promise<{ tenantId: string; paymentId: string }[]> {
  const { rows } = await sql<{ tenantId: string; paymentId: string }>`
    select tenant_id as "tenantId", payment_id as "paymentId" from payments_without_receipt(${most})`.execute(tx)
  return rows
}

export type ProofRecord = { fileName: string; contentType: 'image/webp' | 'application/pdf'; bytes: Buffer }

/** A proof of a church, with `paymentId` one of that payment; null: there is none of this id. */
export async function selectProof(
  tx: Tx,
  tenantId: string,
  { id, paymentId }: { id: string; paymentId?: string | undefined },
): Promise<ProofRecord | null> {
  const { rows } = await sql<ProofRecord>`
    select file_name as "fileName", content_type as "contentType", bytes from payment_proof
    where tenant_id = ${tenantId} and id = ${id}
      and (${paymentId ?? null}::uuid is null or payment_id = ${paymentId ?? null}::uuid)`.execute(tx)
  return rows[0] ?? null
}
