import { type Charge, type ChargeEvent, sumOf } from '../charge.ts'
import { customerOf, INTEGRATION, transactionObject } from './shapes.ts'

type Told = { charge: Charge; metadata: object | string }

/** `charge.success` and `refund.processed`; of a declined charge Paystack tells nothing. */
export function paystackNotice({ charge, metadata }: Told, event: ChargeEvent, at: Date): object | null {
  if (event === 'paid') return { event: 'charge.success', data: transactionObject(charge, metadata, at) }
  const refund = charge.refunds.at(-1)
  if (event !== 'refunded' || !refund) return null
  return {
    event: 'refund.processed',
    data: {
      status: 'processed',
      transaction_reference: charge.reference,
      refund_reference: `TRF_${refund.number}`,
      amount: Number(refund.units),
      currency: sumOf(charge).currency,
      customer: customerOf(charge),
      integration: INTEGRATION,
      domain: 'test',
    },
  }
}
