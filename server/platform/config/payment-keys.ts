import { ConfigurationError, type Env } from './env.ts'

/** Address and secrets of each provider that this installation has an account with. */
export type PaymentKeys = {
  stripe: { url: string; secretKey: string; webhookSecret: string } | null
  paystack: { url: string; secretKey: string } | null
  flutterwave: { url: string; secretKey: string; webhookHash: string } | null
  paypal: { url: string; clientId: string; clientSecret: string; webhookId: string } | null
}

/** What the sandbox answers to where no key is set; production refuses these. */
export const sandboxPaymentSecrets = {
  STRIPE_SECRET_KEY: 'sk_test_narthex_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_narthex_sandbox',
  PAYSTACK_SECRET_KEY: 'sk_test_narthex_sandbox_paystack',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-narthex-sandbox',
  FLUTTERWAVE_WEBHOOK_HASH: 'narthex-sandbox-hash',
  PAYPAL_CLIENT_ID: 'narthex-sandbox-client',
  PAYPAL_CLIENT_SECRET: 'narthex-sandbox-secret',
  PAYPAL_WEBHOOK_ID: 'NARTHEXSANDBOX',
} as const
type KeyName = keyof typeof sandboxPaymentSecrets

/**
 * Reads the keys. Without any the sandbox stands in, except in production, where a provider without keys is not offered.
 * A provider with some of its keys and not all stops the start.
 */
export function paymentKeys(env: Env, sandboxUrl: string): PaymentKeys {
  const production = env.NODE_ENV === 'production'
  /** The values of one provider's keys and where it answers; null: not offered. */
  const keysOf = <Name extends KeyName>(url: string, sandboxPath: string, ...names: Name[]) => {
    const missing = names.filter((name) => env[name] === undefined)
    if (missing.length === names.length)
      return production
        ? null
        : { url: sandboxUrl + sandboxPath, of: (name: Name): string => sandboxPaymentSecrets[name] }
    if (missing[0]) throw new ConfigurationError(`${missing[0]} is missing: the provider’s other keys need it.`)
    for (const name of names)
      if (production && env[name] === sandboxPaymentSecrets[name])
        throw new ConfigurationError(`${name} is the sandbox’s value: production needs its own.`)
    return { url, of: (name: Name): string => env[name] ?? '' }
  }
  const stripe = keysOf('https://api.stripe.com', '', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET')
  const paystack = keysOf('https://api.paystack.co', '/paystack', 'PAYSTACK_SECRET_KEY')
  const flutterwave = keysOf(
    'https://api.flutterwave.com',
    '/flutterwave',
    'FLUTTERWAVE_SECRET_KEY',
    'FLUTTERWAVE_WEBHOOK_HASH',
  )
  const paypal = keysOf(env.PAYPAL_URL, '/paypal', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID')
  return {
    stripe: stripe && {
      url: stripe.url,
      secretKey: stripe.of('STRIPE_SECRET_KEY'),
      webhookSecret: stripe.of('STRIPE_WEBHOOK_SECRET'),
    },
    paystack: paystack && { url: paystack.url, secretKey: paystack.of('PAYSTACK_SECRET_KEY') },
    flutterwave: flutterwave && {
      url: flutterwave.url,
      secretKey: flutterwave.of('FLUTTERWAVE_SECRET_KEY'),
      webhookHash: flutterwave.of('FLUTTERWAVE_WEBHOOK_HASH'),
    },
    paypal: paypal && {
      url: paypal.url,
      clientId: paypal.of('PAYPAL_CLIENT_ID'),
      clientSecret: paypal.of('PAYPAL_CLIENT_SECRET'),
      webhookId: paypal.of('PAYPAL_WEBHOOK_ID'),
    },
  }
}
