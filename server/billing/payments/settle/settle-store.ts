import { sql } from 'kysely'
import type { ReviewReason } from '#contract/operator/requests.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { PaymentRecord } from '../payment-store.ts'

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
export async function claimProviderId(tx: Tx, { tenantId, id }: Locked, providerId: string): Promise<boolean> {
  await sql`savepoint claim`.execute(tx)
  try {
    await sql`
      update payment set provider_id = ${providerId}
      where tenant_id = ${tenantId} and id = ${id} and provider_id is null`.execute(tx)
    await sql`release savepoint claim`.execute(tx)
    return true
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'payment_by_provider') throw error
    await sql`rollback to savepoint claim`.execute(tx)
    return false
  }
}
