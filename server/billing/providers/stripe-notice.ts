import { objectIn, type Patience, patienceOf, providerId, read } from './calls.ts'
import { ProviderRefusal, type Reading, type Received } from './provider.ts'
import { type AskStripe, loadStripe } from './stripe-sdk.ts'
import { z } from 'zod'

const TOLERANCE_SECONDS = 300

const reference = z.string().min(1).max(200)
export const event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) })
const session = z.object({ id: providerId, client_reference_id: reference.nullable() })
const withReference = z.object({ metadata: z.object({ reference: reference.optional() }).nullish() })
const ofIntent = z.object({
  payment_intent: z.union([providerId, z.object({ id: providerId }).transform(({ id }) => id)]).nullish(),
})

const SESSION = /^checkout\.session\.(completed|expired|async_payment_succeeded|async_payment_failed)$/
const INTENT = /^payment_intent\.(payment_failed|succeeded)$/

/** What may happen to a payment after it was paid. A refund that fails is told by two names, by the age of the account. */
export const AFTERWARDS = [
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const
const afterwards: ReadonlySet<string> = new Set(AFTERWARDS)

type Reader = { ask: AskStripe; secret: string; patienceMs: number | undefined }

/** Reads a notice of Stripe; one that is older than five minutes when it comes is forged. */
export async function readStripeNotice(received: Received, { ask, secret, patienceMs }: Reader): Promise<Reading> {
  if (!(await isSigned(received, secret))) return 'forged'
  const parsed = event.safeParse(objectIn(received.rawBody.toString('utf8')))
  if (!parsed.success) return 'unreadable'
  const { type, data } = parsed.data
  return aboutEvent(ask, { type, object: data.object }, patienceOf(patienceMs))
}

/** By the SDK's own check, at the time when it came and not by this machine's clock. It throws at whatever is not right. */
async function isSigned({ rawBody, headers, at }: Received, secret: string): Promise<boolean> {
  const said = headers['stripe-signature']
  if (said === undefined) return false
  const { signature } = (await loadStripe()).webhooks
  try {
    return signature?.verifyHeader(rawBody, said, secret, TOLERANCE_SECONDS, undefined, at.getTime()) === true
  } catch {
    return false
  }
}

type Told = { type: string; object: unknown }

/**
 * What an event is about. Pages and payments that other software made with the same account have no reference of ours.
 * Refunds made on Stripe's own pages, and disputes, name the payment only: Stripe is asked for its reference.
 */
export async function aboutEvent(ask: AskStripe, { type, object }: Told, patience: Patience): Promise<Reading> {
  if (SESSION.test(type)) return aboutSession(object)
  const isAfterwards = afterwards.has(type)
  if (!isAfterwards && !INTENT.test(type)) return 'other'
  const about = withReference.safeParse(object)
  if (!about.success) return 'unreadable'
  const named = about.data.metadata?.reference ?? (isAfterwards ? await referenceBehind(ask, object, patience) : null)
  if (!named) return 'other'
  return { reference: named, providerId: null, ...(isAfterwards && { isAfterwards }) }
}

function aboutSession(object: unknown): Reading {
  const about = session.safeParse(object)
  if (!about.success) return 'unreadable'
  const { id, client_reference_id } = about.data
  return client_reference_id === null ? 'other' : { reference: client_reference_id, providerId: id }
}

async function referenceBehind(ask: AskStripe, object: unknown, patience: Patience): Promise<string | null> {
  const id = ofIntent.safeParse(object).data?.payment_intent
  if (!id) return null
  try {
    const found = await ask(patience, (stripe, within) => stripe.paymentIntents.retrieve(id, {}, within))
    return read(withReference, found).metadata?.reference ?? null
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'resource_missing') return null
    throw error
  }
}
