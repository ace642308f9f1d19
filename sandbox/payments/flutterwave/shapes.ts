import { type Charge, type ChargeEvent, type Dispute, type Refund, sumOf } from '../till/charge.ts'
import { majorText, type Sum } from '../till/sum.ts'

const ACCOUNT = 20_937

/** Major units as the number that Flutterwave writes. The text is exact, and so is the number that JSON makes of it. */
const numberOf = (sum: Sum): number => Number(majorText(sum))

const CARD = {
  first_6digits: '553188',
  last_4digits: '2950',
  issuer: 'MASTERCARD CREDIT',
  country: 'NG',
  type: 'MASTERCARD',
  expiry: '09/32',
}

type Known = { charge: Charge; name: string; meta: unknown }

/** Flutterwave's own name of a try. */
export const nameOf = (charge: Charge, number = latestOf(charge)): string => `FLW-MOCK-${charge.id}-${number}`

const latestOf = ({ tries, number }: Charge): number => tries.at(-1) ?? number

/** A transaction: one try to pay, which succeeded or failed. Each try has a number of its own. */
export function transactionObject({ charge, name, meta }: Known, number = latestOf(charge)): object {
  const paid = isPaid(charge, number)
  return {
    ...commonOf(charge, { number, at: charge.takenAt ?? charge.createdAt }),
    card: { ...CARD, token: 'flw-t1nf-sandbox' },
    meta,
    amount_settled: paid ? numberOf(sumOf(charge)) : 0,
    customer: customerOf(charge, name),
  }
}

const isPaid = (charge: Charge, number: number): boolean => charge.state === 'paid' && number === latestOf(charge)

const commonOf = (charge: Charge, { number, at }: { number: number; at: Date }) => ({
  id: number,
  tx_ref: charge.reference,
  flw_ref: nameOf(charge, number),
  device_fingerprint: 'N/A',
  amount: numberOf(sumOf(charge)),
  currency: sumOf(charge).currency,
  charged_amount: numberOf(sumOf(charge)),
  app_fee: 0,
  merchant_fee: 0,
  processor_response: isPaid(charge, number) ? 'Approved by Financial Institution' : 'Declined',
  auth_model: 'PIN',
  ip: '127.0.0.1',
  narration: 'Narthex sandbox',
  status: isPaid(charge, number) ? 'successful' : 'failed',
  payment_type: 'card',
  created_at: at.toISOString(),
  account_id: ACCOUNT,
})

const customerOf = (charge: Charge, name: string) => ({
  id: charge.number,
  name,
  phone_number: null,
  email: charge.email,
  created_at: charge.createdAt.toISOString(),
})

/** `charge.completed`, for payments that succeeded and for those that failed; of refunds nothing is told. */
export function flutterwaveNotice({ charge, name }: Known, event: ChargeEvent, at: Date): object | null {
  if (event !== 'paid' && event !== 'declined') return null
  const data = { ...commonOf(charge, { number: latestOf(charge), at }), customer: customerOf(charge, name), card: CARD }
  return { event: 'charge.completed', data, 'event.type': 'CARD_TRANSACTION' }
}

export const refundObject = (charge: Charge, refund: Refund): object => ({
  id: refund.number,
  account_id: ACCOUNT,
  tx_id: latestOf(charge),
  flw_ref: `FLW-MOCK-${charge.id}`,
  wallet_id: 74_639,
  amount_refunded: numberOf({ ...sumOf(charge), units: refund.units }),
  status: refund.hasFailed ? 'failed' : 'completed',
  destination: 'payment_source',
  comments: refund.reason,
  meta: { source: 'availablebalance' },
  created_at: refund.at.toISOString(),
})

const ANSWER_MS = 10 * 24 * 60 * 60_000
export const CHARGEBACK = { open: 'initiated', won: 'won', lost: 'lost' } as const

export const chargebackObject = (charge: Charge, dispute: Dispute): object => ({
  id: dispute.number,
  amount: numberOf({ ...sumOf(charge), units: dispute.units }),
  flw_ref: nameOf(charge),
  status: CHARGEBACK[dispute.state],
  stage: 'new',
  comment: 'The cardholder does not know this payment',
  meta: { uploaded_proof: null, history: [] },
  due_date: new Date(dispute.at.getTime() + ANSWER_MS).toISOString(),
  settlement_id: 'N/A',
  created_at: dispute.at.toISOString(),
  transaction_id: latestOf(charge),
})
