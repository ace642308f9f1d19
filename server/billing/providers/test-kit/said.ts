import { REFERENCE } from './samples.ts'

/** What each provider says of the payment of `samples.ts`: all that its documents require, paid unless changed. */

export const SESSION_ID = 'cs_test_a1b2c3'
export const ORDER_ID = '5O190127TN364715T'

export const stripeSession = (change: object = {}): object => ({
  id: SESSION_ID,
  object: 'checkout.session',
  url: null,
  status: 'complete',
  payment_status: 'paid',
  client_reference_id: REFERENCE,
  amount_total: 590_000,
  currency: 'usd',
  payment_intent: stripeIntent(),
  ...change,
})

export const stripeIntent = (change: object = {}): object => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  last_payment_error: null,
  latest_charge: { id: 'ch_1', object: 'charge', amount_refunded: 0 },
  ...change,
})

export const paystackAnswer = (change: object = {}): object => ({
  status: true,
  message: 'Verification successful',
  data: { id: 4_099_260_516, status: 'success', reference: REFERENCE, amount: 590_000, currency: 'USD', ...change },
})

export const flutterwaveAnswer = (change: object = {}): object => ({
  status: 'success',
  message: 'Transaction fetched successfully',
  data: { id: 288_200_108, tx_ref: REFERENCE, amount: 5_900, currency: 'USD', status: 'successful', ...change },
})

export const flutterwaveUnknown = { status: 'error', message: 'No transaction was found for this id', data: null }

export const paypalOrder = (status: string, payments?: object, change: object = {}): object => ({
  id: ORDER_ID,
  status,
  purchase_units: [{ reference_id: 'default', custom_id: REFERENCE, invoice_id: REFERENCE, payments }],
  ...change,
})

export const paypalCapture = (change: object = {}): object => ({
  id: '3C679366HH908993F',
  status: 'COMPLETED',
  amount: { currency_code: 'USD', value: '5900.00' },
  custom_id: REFERENCE,
  invoice_id: REFERENCE,
  ...change,
})
