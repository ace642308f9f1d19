import { z } from 'zod'
import { objectIn, type Patience, providerId, read } from './calls.ts'
import { ProviderRefusal, type Reading, type Received } from './provider.ts'
import { referenceIn } from './paypal-disputes.ts'
import type { AskPayPal } from './paypal-orders.ts'

const word = z.string().min(1).max(500)
/** Without these there is nothing to ask PayPal about. */
const signature = z.object({
  'paypal-auth-algo': word.regex(/^[a-zA-Z0-9]{1,100}$/),
  'paypal-cert-url': word.pipe(z.url({ protocol: /^https?$/ })),
  'paypal-transmission-id': word.max(50),
  'paypal-transmission-sig': word,
  'paypal-transmission-time': word.max(100).pipe(z.iso.datetime({ offset: true })),
})
const verified = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

/** Only PayPal knows whether it is its own, and it compares byte for byte: what came goes back to it as it came. */
export async function readPayPalNotice(
  paypal: AskPayPal,
  { rawBody, headers }: Received,
  { webhookId, patience }: { webhookId: string; patience: Patience },
): Promise<Reading> {
  const signed = signature.safeParse(headers)
  const event = objectIn(textIn(rawBody))
  if (!signed.success || !event) return 'forged'
  const raw = questionOf(signed.data, webhookId, rawBody)
  try {
    const path = '/v1/notifications/verify-webhook-signature'
    const { verification_status } = read(verified, await paypal.send({ path, raw, patience }))
    return verification_status === 'SUCCESS' ? aboutOf(event) : 'forged'
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code !== 'unauthorized') return 'forged'
    throw error
  }
}

/** Bytes that are no text are no JSON either, and would come to PayPal as others than we read. */
function textIn(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return ''
  }
}

function questionOf(signed: z.infer<typeof signature>, webhookId: string, rawBody: Buffer): Uint8Array<ArrayBuffer> {
  const others = JSON.stringify({
    auth_algo: signed['paypal-auth-algo'],
    cert_url: signed['paypal-cert-url'],
    transmission_id: signed['paypal-transmission-id'],
    transmission_sig: signed['paypal-transmission-sig'],
    transmission_time: signed['paypal-transmission-time'],
    webhook_id: webhookId,
  })
  return Buffer.concat([Buffer.from(`${others.slice(0, -1)},"webhook_event":`), rawBody, Buffer.from('}')])
}

const reference = z.string().min(1).max(200)
const notice = z.object({ event_type: z.string(), resource: z.unknown() })
const order = z.object({
  id: providerId,
  purchase_units: z.array(z.object({ custom_id: reference.optional() })).optional(),
})
const payment = z.object({
  custom_id: reference.optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: providerId.optional() }).optional() }).optional(),
})

/**
 * Of orders and of the captures, refunds and disputes that follow; those that other software made carry no reference of ours.
 */
function aboutOf(event: object): Reading {
  const parsed = notice.safeParse(event)
  if (!parsed.success) return 'unreadable'
  const { event_type, resource } = parsed.data
  if (event_type.startsWith('CHECKOUT.ORDER.')) {
    const about = order.safeParse(resource)
    if (!about.success) return 'unreadable'
    return named(about.data.purchase_units?.[0]?.custom_id, about.data.id)
  }
  if (event_type.startsWith('CUSTOMER.DISPUTE.')) {
    const about = referenceIn(resource)
    return about === null ? 'other' : { reference: about, providerId: null, isAfterwards: true }
  }
  if (event_type.startsWith('PAYMENT.REFUND.')) {
    const about = payment.safeParse(resource).data?.custom_id
    return about === undefined ? 'other' : { reference: about, providerId: null, isAfterwards: true }
  }
  if (!event_type.startsWith('PAYMENT.CAPTURE.')) return 'other'
  const about = payment.safeParse(resource)
  if (!about.success) return 'unreadable'
  return named(about.data.custom_id, about.data.supplementary_data?.related_ids?.order_id ?? null)
}

const named = (said: string | undefined, id: string | null): Reading =>
  said === undefined ? 'other' : { reference: said, providerId: id }
