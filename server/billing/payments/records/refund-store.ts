import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/index.ts'
import type { PaymentRecord } from './payment-store.ts'

type Of = Pick<PaymentRecord, 'tenantId' | 'id'>

/** A refund that is wanted is looked after again so much later. */
const LOOK_AGAIN_MS = 60 * 60_000
const lookAt = (at: Date): Date => new Date(at.getTime() + LOOK_AGAIN_MS)

const one = ({ tenantId, id }: Of) => sql`tenant_id = ${tenantId} and payment_id = ${id}`

/** What a refund is and how it stands; null: there is none. */
export type RefundRecord = {
  amountMinor: number
  currency: string
  state: 'wanted' | 'done' | 'failed'
  reason: string
  /** Of this try: wanted again after a failure it is another. */
  wantedAt: Date
}

export async function selectRefund(tx: Tx, payment: Of): Promise<RefundRecord | null> {
  const { rows } = await sql<RefundRecord>`
    select amount_minor as "amountMinor", currency, state, reason, wanted_at as "wantedAt"
    from payment_refund where ${one(payment)}`.execute(tx)
  return rows[0] ?? null
}

type NewRefund = {
  amountMinor: number
  currency: string
  /** Units that were taken back for it. */
  units: number
  /** Days of a plan that were taken back for it. */
  days: number
  state: 'wanted' | 'done'
  reason: string
  /** The operator; null: the provider told us of it. */
  wantedBy: string | null
  at: Date
}

/** Writes a refund down, or how it has grown. */
export async function saveRefund(tx: Tx, { tenantId, id }: Of, refund: NewRefund): Promise<void> {
  const doneAt = refund.state === 'done' ? refund.at : null
  await sql`
    insert into payment_refund (tenant_id, payment_id, amount_minor, currency, units, days, state, reason, wanted_by, wanted_at,
      look_at, done_at)
    values (${tenantId}, ${id}, ${refund.amountMinor}, ${refund.currency}, ${refund.units}, ${refund.days}, ${refund.state}, ${refund.reason},
      ${refund.wantedBy}, ${refund.at}, ${lookAt(refund.at)}, ${doneAt})
    on conflict (tenant_id, payment_id) do update
      set amount_minor = excluded.amount_minor, units = payment_refund.units + excluded.units,
        days = payment_refund.days + excluded.days, done_at = excluded.done_at`.execute(tx)
}

/** The money is back, or the provider sees to it; false when that was known. */
export async function markRefundDone(
  tx: Tx,
  payment: Of,
  { providerId, at }: { providerId: string | null; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update payment_refund set state = 'done', done_at = ${at}, failure = null, provider_id = coalesce(${providerId}, provider_id)
    where ${one(payment)} and state <> 'done' returning 1`.execute(tx)
  return rows.length === 1
}

/** The provider has refused it; operators read why. */
export async function failRefund(tx: Tx, payment: Of, failure: string): Promise<void> {
  await sql`
    update payment_refund set state = 'failed', failure = ${failure}
    where ${one(payment)} and state = 'wanted'`.execute(tx)
}

/** What was told to be on its way came back to us; false: it was not told so. */
export async function refundCameBack(tx: Tx, payment: Of, failure: string): Promise<boolean> {
  const { rows } = await sql`
    update payment_refund set state = 'failed', failure = ${failure}, done_at = null
    where ${one(payment)} and state = 'done' returning 1`.execute(tx)
  return rows.length === 1
}

/** An operator tries once more what has failed; false when it has not. */
export async function wantRefundAgain(
  tx: Tx,
  payment: Of,
  { wantedBy, reason, at }: { wantedBy: string | null; reason: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update payment_refund set state = 'wanted', failure = null, reason = ${reason}, wanted_by = ${wantedBy}, wanted_at = ${at},
      look_at = ${lookAt(at)}
    where ${one(payment)} and state = 'failed' returning 1`.execute(tx)
  return rows.length === 1
}

/** Refunds of all churches that are wanted for more than an hour and not looked after since, the longest waiting first. */
export async function selectToSend(tx: Tx, at: Date, most: number): Promise<{ tenantId: string; paymentId: string }[]> {
  const { rows } = await sql<{ tenantId: string; paymentId: string }>`
    select tenant_id as "tenantId", payment_id as "paymentId" from refunds_to_send(${at}, ${most})`.execute(tx)
  return rows
}

/** Looks after a refund; false when it is wanted no more, or somebody else has. */
export async function takeLook(tx: Tx, payment: Of, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update payment_refund set look_at = ${lookAt(at)}
    where ${one(payment)} and state = 'wanted' and look_at <= ${at} returning 1`.execute(tx)
  return rows.length === 1
}

/** What happened to a payment without our doing. */
export type Incident = {
  kind: 'dispute' | 'second_taking'
  /** Of the dispute, or of the second taking. */
  providerId: string
  state: 'open' | 'won' | 'lost'
  amountMinor: number
  currency: string
  answerBy: Date | null
}

/** Writes down what happened to a payment, or how it stands by now; false when that was known. */
export async function saveIncident(tx: Tx, { tenantId, id }: Of, incident: Incident & { at: Date }): Promise<boolean> {
  const { kind, providerId, state, amountMinor, currency, answerBy, at } = incident
  const { rows } = await sql`
    insert into payment_incident as i (tenant_id, payment_id, kind, provider_id, state, amount_minor, currency, answer_by,
      noticed_at, changed_at)
    values (${tenantId}, ${id}, ${kind}, ${providerId}, ${state}, ${amountMinor}, ${currency}, ${answerBy}, ${at}, ${at})
    on conflict (tenant_id, payment_id, kind, provider_id) do update
      set state = excluded.state, amount_minor = excluded.amount_minor, answer_by = excluded.answer_by,
        changed_at = excluded.changed_at
      where i.state = 'open' and (i.state, i.amount_minor) is distinct from (excluded.state, excluded.amount_minor)
    returning 1`.execute(tx)
  return rows.length === 1
}

/** An operator has seen to it; false when nothing of this name is open. */
export async function handleIncident(
  tx: Tx,
  { tenantId, id }: Of,
  handled: Pick<Incident, 'kind' | 'providerId'> & { operatorId: string | null; note: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update payment_incident set state = 'handled', handled_by = ${handled.operatorId}, note = ${handled.note},
      changed_at = ${handled.at}
    where tenant_id = ${tenantId} and payment_id = ${id} and kind = ${handled.kind} and provider_id = ${handled.providerId}
      and state = 'open' returning 1`.execute(tx)
  return rows.length === 1
}
