import { type Charge, refundedUnits, sumOf } from './charge.ts'
import { majorText, type Sum } from './sum.ts'

/** Stripe and Paystack count minor units, the others write major ones. */
const counted = ({ provider }: Charge, sum: Sum): string =>
  provider === 'stripe' || provider === 'paystack' ? `${sum.units}` : majorText(sum)

/** A payment as `GET /_sandbox/payments` shows it. Amounts are text, as the provider counts. */
export const presented = (charge: Charge): object => ({
  provider: charge.provider,
  reference: charge.reference,
  id: charge.id,
  state: charge.state,
  amount: counted(charge, charge.asked),
  currency: charge.asked.currency,
  taken: charge.taken && { amount: counted(charge, charge.taken), currency: charge.taken.currency },
  refunded: counted(charge, { ...sumOf(charge), units: refundedUnits(charge) }),
  email: charge.email,
  description: charge.description,
  createdAt: charge.createdAt.toISOString(),
  checkoutUrl: charge.pageUrl,
})
