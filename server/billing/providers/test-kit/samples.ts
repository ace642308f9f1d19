import type { Charge, Known, RefundOrder } from '../provider.ts'
import type { PaymentKeys } from '#server/platform/config/index.ts'

export const REFERENCE = 'NX-7K2M9QXT0A'
export const PAYER = 'ada.okafor@grace.example'

/** Keys of an account at each provider, which all answer at `url`. */
export const keysAt = (url: string): { [Name in keyof PaymentKeys]: NonNullable<PaymentKeys[Name]> } => ({
  stripe: { url, secretKey: 'sk_test_of_this_test', webhookSecret: 'whsec_of_this_test' },
  paystack: { url, secretKey: 'sk_test_paystack_of_this_test' },
  flutterwave: { url, secretKey: 'FLWSECK_TEST-of-this-test', webhookHash: 'a-hash-of-this-test' },
  paypal: { url, clientId: 'client-of-this-test', clientSecret: 'secret-of-this-test', webhookId: 'WH0TEST000000001' },
})

export const charge = (change: Partial<Charge> = {}): Charge => ({
  reference: REFERENCE,
  amountMinor: 590_000,
  currency: 'USD',
  description: '1,000 SMS units for Grace Chapel',
  payerEmail: PAYER,
  paidUrl: 'https://narthex.example/tenant/units?payment=1&outcome=paid',
  cancelledUrl: 'https://narthex.example/tenant/units?payment=1&outcome=cancelled',
  expiresAt: new Date(Date.now() + 30 * 60_000),
  customerId: null,
  ...change,
})

export const known = (providerId: string | null = null): Known => ({ reference: REFERENCE, providerId, mayTake: true })

export const refundOrder = (providerId: string | null, change: Partial<RefundOrder> = {}): RefundOrder => ({
  ...known(providerId),
  amountMinor: 590_000,
  currency: 'USD',
  reason: 'Bought twice',
  ...change,
})
