import { PROOFS_MOST, type Payment } from '#contract/billing/payments.ts'
import { audit, takeAttempts } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { lockPayment, selectPayment, type PaymentRecord } from '../payment-store.ts'
import { insertProof, markPending, type ProofRecord } from './proof-store.ts'
import { readPayment } from '../listing/read-payment.ts'
import { isDecided } from '../state.ts'

export type AddedProof = { paymentId: string; proof: ProofRecord; accountId: string; actor: Actor; at: Date }

/** Refuses what `addProof` would refuse, before a large file is decoded for nothing. */
export async function expectProof(tx: Tx, tenantId: TenantId, paymentId: string): Promise<void> {
  refuseProof(await selectPayment(tx, tenantId, paymentId))
}

/**
 * Keeps a proof of an undecided transfer; with the first one it waits for an operator. Throws `not_found`,
 * `already_decided`, `provider_decides`, `invalid_input` for the eleventh, and `too_many_tries` for those of one church in a day.
 */
export async function addProof(
  tx: Tx,
  tenantId: TenantId,
  { paymentId, proof, accountId, actor, at }: AddedProof,
): Promise<Payment> {
  const { reference, proofs } = refuseProof(await lockPayment(tx, tenantId, paymentId))
  await takeAttempts(tx, [{ kind: 'proofChurch', who: tenantId }], at)
  await insertProof(tx, { ...proof, tenantId, paymentId, addedBy: accountId, at })
  await markPending(tx, tenantId, paymentId)
  const details = { reference, proofs: proofs.length + 1 }
  await audit(tx, tenantId, actor, { act: 'payment.proof_added', subjectId: paymentId, details, at })
  return readPayment(tx, tenantId, paymentId)
}

function refuseProof(payment: PaymentRecord | null): PaymentRecord {
  if (!payment) throw new ApiError('not_found')
  if (payment.method !== 'bank_transfer') throw new ApiError('provider_decides')
  if (isDecided(payment.state)) throw new ApiError('already_decided')
  if (payment.proofs.length >= PROOFS_MOST)
    throw new ApiError('invalid_input', { fields: { proof: `No more than ${PROOFS_MOST} proofs.` } })
  return payment
}
