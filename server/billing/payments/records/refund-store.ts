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

export type NewRefund = {
  amountMinor: number
  currency: string
  /** Units that were taken back for it. */
  units: number
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
    insert into payment_refund (tenant_id, payment_id, amount_minor, currency, units, state, reason, wanted_by, wanted_at, look_at,
      done_at)
    values (${tenantId}, ${id}, ${refund.amountMinor}, ${refund.currency}, ${refund.units}, ${refund.state}, ${refund.reason},
      ${refund.wantedBy}, ${refund.at}, ${lookAt(refund.at)}, ${doneAt})
    on conflict (tenant_id, payment_id) do update
      set amount_minor = excluded.amount_minor, units = payment_refund.units + excluded.units, done_at = excluded.done_at`.execute(
    tx,
  )
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
