import { z } from 'zod'
import type { PaymentSecrets } from '../provider.ts'
import { unfit } from './errors.ts'
import { ALGORITHM, CERTIFICATE, paypalSignature } from './signature.ts'

const body = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.record(z.string(), z.unknown()),
})

/** `POST /v1/notifications/verify-webhook-signature`: SUCCESS for what the sandbox sent to this webhook, unchanged. */
export function verifyNotice(secrets: PaymentSecrets, given: unknown): object {
  const read = body.safeParse(given ?? {})
  if (!read.success) throw unfit(`/${read.error.issues[0]?.path.join('/') ?? ''}`, 'MISSING_REQUIRED_PARAMETER')
  const asked = read.data
  const signature = paypalSignature(secrets.PAYPAL_CLIENT_SECRET, {
    transmissionId: asked.transmission_id,
    time: asked.transmission_time,
    webhookId: secrets.PAYPAL_WEBHOOK_ID,
    body: JSON.stringify(asked.webhook_event),
  })
  const genuine =
    asked.webhook_id === secrets.PAYPAL_WEBHOOK_ID &&
    asked.auth_algo === ALGORITHM &&
    asked.cert_url === CERTIFICATE &&
    asked.transmission_sig === signature
  return { verification_status: genuine ? 'SUCCESS' : 'FAILURE' }
}
