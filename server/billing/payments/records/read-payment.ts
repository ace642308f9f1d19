import type { Payment } from '#contract/billing/payments.ts'
import { type PaymentRecord, selectPayment } from './payment-store.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import { ApiError } from '../../../platform/http/index.ts'

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
