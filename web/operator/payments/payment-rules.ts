import type { ConsolePayment } from '#contract/operator/requests.ts'
import { exponentOf, minorFor, readDecimal } from '#contract/billing/exact.ts'

/**
 * Whether the console still decides about it: about transfers until they are decided, about payments through a provider
 * only once they were taken aside.
 */
export const isOpen = ({ state, method }: Pick<ConsolePayment, 'state' | 'method'>): boolean =>
  state === 'review' || (method === 'bank_transfer' && (state === 'created' || state === 'pending'))

/** Whether it may be refused: what a provider has taken for it is approved or given back, and not kept for nothing. */
export const isRefusable = (payment: Refundable & Pick<ConsolePayment, 'method'>): boolean =>
  isOpen(payment) && (payment.method === 'bank_transfer' || !isRefundable(payment))

type Refundable = Pick<ConsolePayment, 'state' | 'reviewReason' | 'refund' | 'taken' | 'amountMinor' | 'currency'>

/** Whether its money may be given back: what has arrived, and what a provider could not send back the first time. */
export function isRefundable({ state, reviewReason, refund, ...sums }: Refundable): boolean {
  if (sumBack(sums).amountMinor === 0) return false
  if (refund) return refund.state === 'failed'
  return state === 'succeeded' || (state === 'review' && reviewReason !== 'reference_differs')
}

/** What goes back: the sum that the provider took, where it is not ours. */
export const sumBack = ({ taken, amountMinor, currency }: Pick<ConsolePayment, 'taken' | 'amountMinor' | 'currency'>) =>
  taken ?? { amountMinor, currency }

/**
 * Whether a typed amount is this many minor units. Spaces, and commas and points that group thousands, do not matter:
 * people copy amounts from their bank.
 */
export function isSameAmount(typed: string, amountMinor: number, currency: string): boolean {
  const text = typed.replaceAll(/[^\d.,]/g, '')
  const [, whole = '', , decimals = ''] = /^([\d.,]*?)(?:([.,])(\d{1,2}))?$/.exec(text) ?? []
  if (decimals.length > exponentOf(currency) && Number(decimals) !== 0) return false
  const exact = readDecimal(`${whole.replaceAll(/[.,]/g, '') || '0'}${decimals && `.${decimals}`}`)
  return exact !== null && minorFor([{ price: exact, count: 1n }], currency) === BigInt(amountMinor)
}
