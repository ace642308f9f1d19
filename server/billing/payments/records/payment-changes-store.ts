import type { Payment } from '#contract/billing/payments.ts'
import type { ProofRecord, PaymentRecord } from './payment-store.ts'
import { sql } from 'kysely'
import type { ReviewReason } from '#contract/operator/requests.ts'
import { directoryKey, enlist, enlistProviderPayment, isRefusedBy, type Tx } from '../../../platform/database/index.ts'
import type { QuotedOn } from '../../subscription/index.ts'

type Of = Pick<PaymentRecord, 'tenantId' | 'id'>

type NewPayment = {
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
  quotedOn: QuotedOn | null
  automatic: boolean
  taxMinor: number
  taxRate: string
  taxName: string
  lines: Payment['lines']
  /** Until when it may be begun at its provider, and when that is asked first; null: a bank transfer. */
  quoteExpiresAt: Date | null
  askAt: Date | null
  /** The payment that it stands in for by the same request. */
  replaces: string | null
  renews: boolean
  /** The kept card that is charged; null: it is paid otherwise. */
  cardId: string | null
  createdBy: string
  at: Date
}

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await sql`
    insert into payment (tenant_id, id, reference, method, purpose, amount_minor, currency, price_id, units, plan_id, months,
      quoted_plan_id, quoted_expires_on, quoted_on, lines, automatic, tax_minor, tax_rate, tax_name, quote_expires_at, ask_at,
      replaces, renews, card_id, created_by, created_at)
    values (${payment.tenantId}, ${payment.id}, ${payment.reference}, ${payment.method}, ${payment.purpose},
      ${payment.amountMinor}, ${payment.currency}, ${payment.priceId}, ${payment.units}, ${payment.planId}, ${payment.months},
      ${payment.quotedPlanId}, ${payment.quotedExpiresOn}::date,
      ${payment.quotedOn && JSON.stringify(payment.quotedOn)}::jsonb, ${JSON.stringify(payment.lines)}::jsonb,
      ${payment.automatic}, ${payment.taxMinor}, ${payment.taxRate}::numeric, ${payment.taxName}, ${payment.quoteExpiresAt}, ${payment.askAt}, ${payment.replaces}, ${payment.renews}, ${payment.cardId},
      ${payment.createdBy}, ${payment.at})`.execute(tx)
  await enlist(tx, 'payment', [directoryKey(payment.reference)])
}

/** A payment as it was when it was locked: whatever is written is written to that, or not at all. */
type Locked = Pick<PaymentRecord, 'tenantId' | 'id' | 'state'>

const asLocked = ({ tenantId, id, state }: Locked) => sql`tenant_id = ${tenantId} and id = ${id} and state = ${state}`

/** The provider has answered, or need not any more. */
const answered = sql`unanswered_times = 0, unanswered_since = null`

export type Decision = {
  state: 'succeeded' | 'failed' | 'cancelled'
  reason: string | null
  /** The operator; null: the church itself, or evidence of a provider. */
  decidedBy: string | null
  /** When the provider is asked once more all the same; null: never. */
  askAt: Date | null
  at: Date
}

/** Writes how a payment ended; false when it is no longer as it was locked. */
export async function endPayment(tx: Tx, payment: Locked, decision: Decision): Promise<boolean> {
  const { rows } = await sql`
    update payment set state = ${decision.state}, refused_reason = ${decision.reason},
      decided_by = ${decision.decidedBy}, decided_at = ${decision.at}, ask_at = ${decision.askAt}, asked_times = 0,
      ${answered}
    where ${asLocked(payment)} returning 1`.execute(tx)
  return rows.length === 1
}

/** From now on only an operator's explicit decision ends it. `taken`: what the provider took, where it is not our sum. */
export async function takeAside(
  tx: Tx,
  payment: Locked,
  { reason, taken }: { reason: ReviewReason; taken: PaymentRecord['taken'] },
): Promise<void> {
  await sql`
    update payment set state = 'review', review_reason = ${reason}, taken_minor = ${taken?.amountMinor ?? null},
      taken_currency = ${taken?.currency ?? null}, refused_reason = null, decided_at = null, ask_at = null
    where ${asLocked(payment)}`.execute(tx)
}

export async function noteApproval(
  tx: Tx,
  payment: Locked,
  { operatorId, at }: { operatorId: string; at: Date },
): Promise<void> {
  await sql`
    update payment set approved_by = ${operatorId}, approved_at = ${at}
    where ${asLocked(payment)}`.execute(tx)
}

/** Asked in vain: the provider is asked again then; null: never. */
export async function askAgainAt(tx: Tx, payment: Locked, askAt: Date | null): Promise<void> {
  await sql`
    update payment set ask_at = ${askAt}, asked_times = asked_times + 1, ${answered}
    where ${asLocked(payment)}`.execute(tx)
}

/**
 * Keeps what the provider calls a payment that had no such name yet; false when another payment of this installation,
 * of whichever church, has it.
 */
export async function claimProviderId(
  tx: Tx,
  { tenantId, id, method }: Locked & { method: string },
  providerId: string,
): Promise<boolean> {
  await sql`savepoint claim`.execute(tx)
  const isOurs = await saveProviderId(tx, { tenantId, id, method }, providerId)
  await (isOurs ? sql`release savepoint claim` : sql`rollback to savepoint claim`).execute(tx)
  return isOurs
}

async function saveProviderId(
  tx: Tx,
  { tenantId, id, method }: { tenantId: string; id: string; method: string },
  providerId: string,
): Promise<boolean> {
  try {
    const { rows } = await sql`
      update payment set provider_id = ${providerId}
      where tenant_id = ${tenantId} and id = ${id} and provider_id is null returning id`.execute(tx)
    return rows.length === 0 || (await enlistProviderPayment(tx, method, providerId))
  } catch (error) {
    // Another payment of the same church.
    if (isRefusedBy(error, 'payment_by_provider')) return false
    throw error
  }
}

type Due = { tenantId: string; paymentId: string }

/** How often it was our turn to ask since the provider answered last, and since when (null: it has answered). */
type Unanswered = { times: number; since: Date | null; method: Payment['method'] }

/** Locks a payment whose provider is to be asked by now; null: somebody else has taken its turn. */
export async function lockTurn(tx: Tx, { tenantId, paymentId }: Due, at: Date): Promise<Unanswered | null> {
  const { rows } = await sql<Unanswered>`
    select unanswered_times as times, unanswered_since as since, method from payment
    where tenant_id = ${tenantId} and id = ${paymentId} and ask_at <= ${at} for update`.execute(tx)
  return rows[0] ?? null
}

/** Takes the turn of a payment that is locked. `askAt`: the next one, should no answer come; null: none. */
export async function takeTurn(
  tx: Tx,
  { tenantId, paymentId }: Due,
  { at, askAt }: { at: Date; askAt: Date | null },
): Promise<void> {
  await sql`
    update payment set ask_at = ${askAt}, unanswered_times = unanswered_times + 1,
      unanswered_since = coalesce(unanswered_since, ${at}::timestamptz)
    where tenant_id = ${tenantId} and id = ${paymentId}`.execute(tx)
}

type NewProof = ProofRecord & { tenantId: string; paymentId: string; addedBy: string; at: Date }

export async function insertProof(tx: Tx, proof: NewProof): Promise<void> {
  await sql`
    insert into payment_proof (tenant_id, payment_id, file_name, content_type, bytes, added_by, added_at)
    values (${proof.tenantId}, ${proof.paymentId}, ${proof.fileName}, ${proof.contentType}, ${proof.bytes},
      ${proof.addedBy}, ${proof.at})`.execute(tx)
}

/** With its first proof a transfer begins to wait for an operator. */
export async function markPending(tx: Tx, tenantId: string, id: string): Promise<void> {
  await sql`
    update payment set state = 'pending'
    where tenant_id = ${tenantId} and id = ${id} and state = 'created'`.execute(tx)
}

/** A kept card is charged from now on, whoever does it: until the provider says otherwise, it may have been. */
export async function markCharging(tx: Tx, { tenantId, id }: Of, at: Date): Promise<void> {
  await sql`
    update payment set state = 'pending', beginning_at = ${at}
    where tenant_id = ${tenantId} and id = ${id} and state = 'created'`.execute(tx)
}

/** Why its card was declined, in the provider's word. */
export async function noteDecline(tx: Tx, { tenantId, id }: Of, code: string): Promise<void> {
  await sql`
    update payment set decline_code = ${code} where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
}

/** Goes to the provider with it, unless somebody went since `lostBefore` and may still be there (false). */
export async function claimBeginning(
  tx: Tx,
  { tenantId, id }: Of,
  { at, lostBefore }: { at: Date; lostBefore: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update payment set beginning_at = ${at}
    where tenant_id = ${tenantId} and id = ${id} and (beginning_at is null or beginning_at < ${lostBefore})
    returning 1`.execute(tx)
  return rows.length === 1
}

/** Nobody is at the provider with it any more, and it was not begun. */
export async function giveUpBeginning(tx: Tx, { tenantId, id }: Of): Promise<void> {
  await sql`update payment set beginning_at = null where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
}

/** Keeps the page where it is paid; from now on the provider is waited for, unless it has ended meanwhile. */
export async function saveBegun(tx: Tx, { tenantId, id }: Of, checkoutUrl: string): Promise<void> {
  await sql`
    update payment set checkout_url = ${checkoutUrl}, beginning_at = null,
      state = case when state = 'created' then 'pending' else state end
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
}

/** The payment's last state. */
export async function markRefunded(tx: Tx, { tenantId, id }: Of, at: Date): Promise<void> {
  await sql`
    update payment set state = 'refunded', decided_at = coalesce(decided_at, ${at}), ask_at = null
    where tenant_id = ${tenantId} and id = ${id} and state in ('succeeded', 'review', 'refunded')`.execute(tx)
}

/** The number of its receipt, once. */
export async function saveReceiptNumber(tx: Tx, { tenantId, id }: Of, number: string): Promise<void> {
  await sql`
    update payment set receipt_number = ${number} where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
}
