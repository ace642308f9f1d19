import { z } from 'zod'
import { majorText } from '#contract/billing/exact.ts'
import { checkSum } from '../amounts.ts'
import type { Patience } from '../calls/patience.ts'
import { pageUrl, providerId, read } from '../calls/read.ts'
import { ProviderAway, type Begun, type Charge } from '../provider.ts'
import type { AskPayPal } from './paypal-caller.ts'

const DESCRIPTION_MAX_LENGTH = 127

const created = z.object({ id: providerId, links: z.array(z.object({ href: z.string(), rel: z.string() })) })

/** The reference is the key by which a repetition is answered with the same order, for six hours. */
export async function createOrder(paypal: AskPayPal, charge: Charge, patience: Patience): Promise<Begun> {
  checkSum('paypal', charge)
  const answer = await paypal.ask({
    method: 'POST',
    path: '/v2/checkout/orders',
    headers: { 'paypal-request-id': `begin-${charge.reference}` },
    body: orderOf(charge),
    patience,
  })
  const { id, links } = read(created, answer)
  const page = links.find(({ rel }) => rel === 'payer-action') ?? links.find(({ rel }) => rel === 'approve')
  if (!page) throw new ProviderAway('The provider answered something that is not its protocol.')
  return { providerId: id, checkoutUrl: read(pageUrl, page.href) }
}

/** The payer's address stays with us: whose PayPal account pays is not ours to say. */
const orderOf = ({ reference, amountMinor, currency, description, paidUrl, cancelledUrl }: Charge): object => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: reference,
      // PayPal takes money for an invoice once: a second order of the same would be refused.
      invoice_id: reference,
      description: [...description].slice(0, DESCRIPTION_MAX_LENGTH).join(''),
      amount: { currency_code: currency, value: majorText(amountMinor, currency) },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        return_url: paidUrl,
        cancel_url: cancelledUrl,
      },
    },
  },
})
