import type { SandboxOptions } from './index.ts'

const SERVER_PORT = 3_000

/** As a server without keys of its own has them: with such keys it would not come to the sandbox. */
const paymentSecrets: SandboxOptions['paymentSecrets'] = {
  STRIPE_SECRET_KEY: 'sk_test_narthex_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_narthex_sandbox',
  PAYSTACK_SECRET_KEY: 'sk_test_narthex_sandbox_paystack',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-narthex-sandbox',
  FLUTTERWAVE_WEBHOOK_HASH: 'narthex-sandbox-hash',
  PAYPAL_CLIENT_ID: 'narthex-sandbox-client',
  PAYPAL_CLIENT_SECRET: 'narthex-sandbox-secret',
  PAYPAL_WEBHOOK_ID: 'NARTHEXSANDBOX',
}

const smsSecrets: SandboxOptions['smsSecrets'] = {
  SMS_GATEWAY_KEY: 'sandbox-gateway-key',
  SMS_RECEIPT_SECRET: 'sandbox-receipt-secret',
  KANNEL_USERNAME: 'sandbox-kannel',
  KANNEL_PASSWORD: 'sandbox-kannel-password',
  KANNEL_CALLBACK_KEY: 'sandbox-kannel-callback-key',
  TERMII_API_KEY: 'sandbox-termii-api-key',
  TERMII_SECRET_KEY: 'sandbox-termii-secret-key',
  TERMII_CALLBACK_KEY: 'sandbox-termii-callback-key',
  AFRICASTALKING_USERNAME: 'sandbox-africastalking',
  AFRICASTALKING_API_KEY: 'sandbox-africastalking-api-key',
  AFRICASTALKING_CALLBACK_KEY: 'sandbox-africastalking-callback-key',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'sandbox-twilio-auth-token',
}

/** Reads the environment once. Throws a sentence that names what is wrong. */
export function sandboxConfig(env: NodeJS.ProcessEnv = process.env): SandboxOptions {
  if (env.NODE_ENV === 'production') throw new Error('NODE_ENV is production: the sandbox is for trying out only.')
  const serverPort = portOf(env, 'PORT', SERVER_PORT)
  const port = portOf(env, 'SANDBOX_PORT', serverPort + 1)
  return {
    host: env.HOST || '127.0.0.1',
    port,
    smtpPort: portOf(env, 'SANDBOX_SMTP_PORT', port + 1),
    smsSecrets: {
      ...smsSecrets,
      ...(env.SANDBOX_GATEWAY_KEY ? { SMS_GATEWAY_KEY: env.SANDBOX_GATEWAY_KEY } : {}),
      ...(env.SANDBOX_RECEIPT_SECRET ? { SMS_RECEIPT_SECRET: env.SANDBOX_RECEIPT_SECRET } : {}),
    },
    smsWebhookUrl: `http://127.0.0.1:${serverPort}/api/webhooks/sms`,
    paymentSecrets,
    webhookUrl: env.SANDBOX_WEBHOOK_URL || `http://127.0.0.1:${serverPort}/api/webhooks/payments`,
  }
}

function portOf(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const written = env[name]
  if (!written) return otherwise
  const port = Number(written)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a port from 0 to 65535, not "${written}".`)
  return port
}
