import { createHmac, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { PaymentSecrets, Signer } from '../../platform/provider.ts'

export const ALGORITHM = 'SHA256withRSA'
export const CERTIFICATE = 'https://api-m.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-sandbox'

type Signed = { transmissionId: string; time: string; webhookId: string; body: string }

/**
 * What stands for PayPal's RSA signature: over the same text, but with a key that only the sandbox has, because callers
 * ask `verify-webhook-signature` instead of reading it. In hex, for the document's pattern admits no signature that
 * begins with `+` or `/`, as one of 32 in base64 would.
 */
export const paypalSignature = (secret: string, { transmissionId, time, webhookId, body }: Signed): string =>
  createHmac('sha256', secret)
    .update(`${transmissionId}|${time}|${webhookId}|${crc32(body)}`)
    .update(body)
    .digest('hex')

/** `paypal-transmission-*`, `paypal-cert-url` and `paypal-auth-algo`. */
export const paypalSigner =
  ({ PAYPAL_CLIENT_SECRET: secret, PAYPAL_WEBHOOK_ID: webhookId }: PaymentSecrets): Signer =>
  ({ body, at, forged }) => {
    const transmissionId = randomUUID()
    const time = at.toISOString().replace(/\.\d+Z$/, 'Z')
    const signed = { transmissionId, time, webhookId, body }
    return {
      'paypal-auth-algo': ALGORITHM,
      'paypal-cert-url': CERTIFICATE,
      'paypal-transmission-id': transmissionId,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': paypalSignature(forged ? `not ${secret}` : secret, signed),
    }
  }
