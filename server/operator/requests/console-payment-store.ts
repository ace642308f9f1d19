import { sql, type RawBuilder } from 'kysely'
import type { ConsolePayment } from '#contract/operator/requests.ts'
import type { Payment, PaymentState } from '#contract/billing/payments.ts'
import type { Tx } from '../../platform/database/index.ts'
import { contains, isBehind, placeOf, type Place } from './waiting-first-store.ts'

/** Sums below the limit count together for so long. */
const COUNTED_HOURS = 24

type AloneStorePlace = { operatorId: RawBuilder<unknown>; tenantId: RawBuilder<unknown>; currency: RawBuilder<unknown> }

/**
 * Whether a sum takes two operators: with what this operator alone has moved of the currency lately, or one alone for this
 * church, it is above the limit; or the currency has none. For a query that has the installation's row as `i`.
 */
const takesTwo = (
  amountMinor: RawBuilder<unknown>,
  { operatorId, tenantId, currency }: AloneStorePlace,
  at: Date,
) => sql`
  coalesce(${amountMinor} + greatest(
      ${movedBy(sql`m.operator_id = ${operatorId}`, currency, at)}, ${movedBy(sql`m.tenant_id = ${tenantId}`, currency, at)}
    ) > (i.approval_limits ->> ${currency})::bigint, true)`

const movedBy = (whose: RawBuilder<unknown>, currency: RawBuilder<unknown>, at: Date) => sql`
  (select coalesce(sum(m.amount_minor), 0) from operator_alone m
   where ${whose} and m.currency = ${currency} and m.at > ${at}::timestamptz - make_interval(hours => ${COUNTED_HOURS}))`

type Moved = { operatorId: string; tenantId: string; amountMinor: number; currency: string; at: Date }

export async function needsTwo(tx: Tx, { operatorId, tenantId, amountMinor, currency, at }: Moved): Promise<boolean> {
  const place = {
    operatorId: sql`${operatorId}::uuid`,
    tenantId: sql`${tenantId}::uuid`,
    currency: sql`${currency}::text`,
  }
  const { rows } = await sql<{ two: boolean }>`
    select ${takesTwo(sql`${amountMinor}::bigint`, place, at)} as two from installation i`.execute(tx)
  return rows[0]?.two ?? true
}

type Alone = Moved & { id: string; act: 'payment_approve' | 'payment_refund'; paymentId: string }

/** Money that one operator moved alone. */
export async function insertAlone(tx: Tx, moved: Alone): Promise<void> {
  await sql`
    insert into operator_alone (id, operator_id, tenant_id, act, payment_id, amount_minor, currency, at)
    values (${moved.id}, ${moved.operatorId}, ${moved.tenantId}, ${moved.act}, ${moved.paymentId}, ${moved.amountMinor},
      ${moved.currency}, ${moved.at})`.execute(tx)
}

/** What the church's own rows say of it. */
export type ConsolePaymentRecord = Omit<
  ConsolePayment,
  'createdAt' | 'decidedAt' | keyof PaymentParts | keyof PaymentAtConsole
> & {
  createdAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}
type PlacedPayment = ConsolePaymentRecord & { rank: number; place: number }

type PaymentFilter = {
  search: string
  state: PaymentState | null
  method: Payment['method'] | null
  churchId: string | null
}

/** What a provider has not answered yet waits for it, and for no operator. */
const waitsForOperator = sql`(p.state = 'review' or (p.state = 'pending' and p.method = 'bank_transfer')
  or exists (select from payment_incident o where o.tenant_id = p.tenant_id and o.payment_id = p.id and o.state = 'open'))`

const payments = sql`
  select p.id, p.tenant_id as "churchId", c.name as "churchName", p.reference, p.purpose, p.method,
    p.amount_minor as "amountMinor", p.currency, p.units, l.name as "planName", p.months, p.lines, p.state,
    p.created_at as "createdAt", p.decided_at as "decidedAt", p.refused_reason as "refusedReason",
    p.decided_by as "decidedBy", p.review_reason as "reviewReason", p.provider_id as "providerId",
    p.receipt_number as "receiptNumber", p.automatic, p.tax_minor as "taxMinor", trim_scale(p.tax_rate)::text as "taxRate",
    p.tax_name as "taxName", null as "checkoutUrl",
    case when p.taken_minor is not null then
      json_build_object('amountMinor', p.taken_minor, 'currency', p.taken_currency) end as taken,
    case when r.payment_id is not null then json_build_object('amountMinor', r.amount_minor, 'currency', r.currency,
      'units', r.units, 'days', r.days, 'state', r.state, 'reason', r.reason, 'failure', r.failure, 'at', to_char(coalesce(r.done_at, r.wanted_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    end as refund,
    (select coalesce(json_agg(json_build_object('kind', o.kind, 'providerId', o.provider_id, 'state', o.state,
        'amountMinor', o.amount_minor, 'currency', o.currency, 'note', o.note,
        'answerBy', to_char(o.answer_by at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'noticedAt', to_char(o.noticed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.noticed_at desc), '[]'::json)
      from payment_incident o where o.tenant_id = p.tenant_id and o.payment_id = p.id) as incidents,
    ${placeOf(waitsForOperator, { since: sql`p.created_at`, decided: sql`coalesce(p.decided_at, p.created_at)` })}
  from payment p
  join church c on c.tenant_id = p.tenant_id
  left join payment_refund r on r.tenant_id = p.tenant_id and r.payment_id = p.id
  left join plan l on l.id = p.plan_id`

const matching = ({ search, state, method, churchId }: PaymentFilter) => sql`
  (${churchId}::uuid is null or p.tenant_id = ${churchId}::uuid) and
  (${state}::text is null or p.state = ${state}::text)
  and (${method}::text is null or p.method = ${method}::text)
  and (${search} = '' or p.reference ilike ${contains(search)} or c.name ilike ${contains(search)})`

/** Payments of all churches: those that wait first, the oldest of them first; then the others, the newest first. */
export async function selectConsolePayments(
  tx: Tx,
  filter: PaymentFilter,
  { after, limit }: { after: Place | null; limit: number },
): Promise<PlacedPayment[]> {
  const { rows } = await sql<PlacedPayment>`
    select * from (${payments} where ${matching(filter)}) r where ${isBehind(after)}
    order by rank, place, id limit ${limit}`.execute(tx)
  return rows
}

export async function countConsolePayments(tx: Tx, filter: PaymentFilter): Promise<number> {
  const { rows } = await sql<{ payments: number }>`
    select count(*) as payments from payment p join church c on c.tenant_id = p.tenant_id
    where ${matching(filter)}`.execute(tx)
  return rows[0]?.payments ?? 0
}

export type OnePayment = { churchId: string; id: string; at: Date }

export async function selectConsolePayment(
  tx: Tx,
  { churchId, id }: Omit<OnePayment, 'at'>,
): Promise<ConsolePaymentRecord | null> {
  const { rows } = await sql<PlacedPayment>`
    ${payments} where p.tenant_id = ${churchId} and p.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

type PaymentParts = { payerEmail: string; proofs: ConsolePayment['proofs'] }

/** Who pays and which proofs there are, by the payment's id: what an operator sees of it across churches. */
export async function selectPaymentParts(
  tx: Tx,
  payments: readonly { id: string; churchId: string }[],
): Promise<Map<string, PaymentParts>> {
  const churchIds = payments.map(({ churchId }) => churchId)
  const ids = payments.map(({ id }) => id)
  const { rows } = await sql<PaymentParts & { id: string }>`
    select payment_id as id, payer_email as "payerEmail", proofs
    from desk_payment_parts(${churchIds}::uuid[], ${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, payerEmail, proofs }) => [id, { payerEmail, proofs }]))
}

type PaymentAtConsole = Pick<ConsolePayment, 'decidedByName' | 'needsTwo' | 'waiting'>

/** Who decided each, who asked a second operator for it, and whether this operator needs one: from the console's own tables. */
export async function selectAtConsole(
  tx: Tx,
  payments: readonly ConsolePaymentRecord[],
  at: Date,
): Promise<Map<string, PaymentAtConsole>> {
  const here = { operatorId: sql`current_operator()`, tenantId: sql`p.tenant_id`, currency: sql`p.currency` }
  const { rows } = await sql<PaymentAtConsole & { id: string }>`
    select p.id, d.name as "decidedByName",
      w.asked_by is not null or ${takesTwo(sql`p.amount_minor`, here, at)} as "needsTwo",
      case when w.asked_by is not null then
        json_build_object('changeId', w.id, 'what', replace(w.kind, 'payment_', ''), 'operatorId', f.id, 'name', f.name,
          'at', to_char(w.asked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', w.reason)
      end as waiting
    from unnest(${payments.map(({ id }) => id)}::uuid[], ${payments.map(({ churchId }) => churchId)}::uuid[],
      ${payments.map(({ amountMinor }) => amountMinor)}::bigint[], ${payments.map(({ currency }) => currency)}::text[],
      ${payments.map(({ decidedBy }) => decidedBy)}::uuid[]) as p (id, tenant_id, amount_minor, currency, decided_by)
    cross join installation i
    left join lateral (
      select * from operator_change c
      where c.kind in ('payment_approve', 'payment_refund') and c.subject = p.id::text and c.state = 'waiting'
        and c.expires_at > ${at}
      order by c.asked_at, c.id limit 1
    ) w on true
    left join operator f on f.id = w.asked_by
    left join operator d on d.id = p.decided_by`.execute(tx)
  return new Map(rows.map(({ id, ...payment }) => [id, payment]))
}
