import { majorText } from '#contract/billing/exact.ts'
import type { Payment } from '#contract/billing/payments.ts'
import { signBefore } from '#contract/money.ts'
import type { PaymentRecord } from './payment-store.ts'

/** A payment as the contract shows it: without what only the desk knows. */
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

/** An amount for people to read: ₦3,540.50, CFA 2,950. */
export function moneyText(amountMinor: number, currency: string): string {
  const [whole = '', part] = majorText(amountMinor, currency).split('.')
  return `${signBefore(currency)}${Number(whole).toLocaleString('en-US')}${part === undefined ? '' : `.${part}`}`
}
