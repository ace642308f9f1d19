import type { Received } from '#contract/endpoint.ts'
import type { initializeSmsPayment } from '#contract/billing/existing-clients.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { offeredFor } from '../../providers/amounts.ts'
import type { CheckoutOrder } from '../checkout/order-checkout.ts'
import { claimedNumber, plainDecimal } from './claimed-number.ts'

/** What existing clients may name, in any case. Flutterwave too, though the dialog for units does not offer it. */
const gateways = ['stripe', 'paystack', 'flutterwave'] as const satisfies Provider[]
/** As much as the screen takes. */
const AMOUNT_BELOW = 10n ** 15n
const MILLION = 1_000_000n

type Body = Received<typeof initializeSmsPayment>['body']

/** The order that an existing client's body is. Throws `invalid_input` for an amount or a gateway that makes no sense. */
export function smsOrder(
  { amount, smsUnit, paymentGateway, currency: wanted }: Body,
  churchCurrency: string,
): Omit<CheckoutOrder, 'accountId' | 'actor' | 'at'> {
  const currency = wanted ?? churchCurrency
  const paid = claimedNumber(amount)
  if (paid === null || paid >= AMOUNT_BELOW)
    throw new ApiError('invalid_input', { fields: { amount: 'Please enter amount' } })
  const provider = gateways.find((name) => name === paymentGateway.trim().toLowerCase())
  if (!provider) throw new ApiError('invalid_input', { fields: { paymentGateway: 'Stripe, Paystack or Flutterwave.' } })
  const flutterwave = offeredFor('subscription', currency).filter((name) => name === 'flutterwave')
  return {
    purchase: { purpose: 'units', currency, amount: plainDecimal(paid) },
    provider,
    offered: [...offeredFor('units', currency), ...flutterwave],
    ...(smsUnit === undefined || smsUnit === null ? {} : { unitsShown: wholeNumber(smsUnit) }),
  }
}

/** Units as a client reckons them; what is no whole number agrees with nothing. */
function wholeNumber(claimed: number | string): number {
  const millionths = claimedNumber(claimed)
  return millionths !== null && millionths % MILLION === 0n ? Number(millionths / MILLION) : -1
}
