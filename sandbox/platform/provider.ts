/** The payment providers that the sandbox stands in for. */
export const paymentProviders = ['stripe', 'paystack', 'flutterwave', 'paypal'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

export const labels: Record<PaymentProvider, string> = {
  stripe: 'Stripe',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  paypal: 'PayPal',
}

/** What the sandbox answers to, and signs its notices with. */
export type PaymentSecrets = {
  STRIPE_SECRET_KEY: string
  STRIPE_WEBHOOK_SECRET: string
  PAYSTACK_SECRET_KEY: string
  FLUTTERWAVE_SECRET_KEY: string
  FLUTTERWAVE_WEBHOOK_HASH: string
  PAYPAL_CLIENT_ID: string
  PAYPAL_CLIENT_SECRET: string
  /** Letters and digits, as PayPal's own. */
  PAYPAL_WEBHOOK_ID: string
}

/** A notice to sign; a forged one is signed with what is not the secret. */
type Unsigned = { body: string; at: Date; forged: boolean }

/** The headers by which the receiver knows who wrote. */
export type Signer = (notice: Unsigned) => Record<string, string>
export type Signers = Record<PaymentProvider, Signer>
