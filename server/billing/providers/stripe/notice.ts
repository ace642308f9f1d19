import { z } from 'zod'
import { objectIn } from '../calls/exchange.ts'
import { providerId } from '../calls/read.ts'
import type { Reading, Received } from '../provider.ts'
import { loadStripe } from './stripe-sdk.ts'

const TOLERANCE_SECONDS = 300

const reference = z.string().min(1).max(200)
const event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) })
const session = z.object({ id: providerId, client_reference_id: reference.nullable() })
const withReference = z.object({ metadata: z.object({ reference: reference.optional() }).nullish() })

const SESSION = /^checkout\.session\.(completed|expired|async_payment_succeeded|async_payment_failed)$/
const AFTERWARDS = new Set(['payment_intent.payment_failed', 'charge.refunded'])

/** Reads a notice of Stripe; one that is older than five minutes when it comes is forged. */
export async function readStripeNotice({ rawBody, headers, at }: Received, secret: string): Promise<Reading> {
  if (!(await isSigned({ rawBody, headers, at }, secret))) return 'forged'
  const parsed = event.safeParse(objectIn(rawBody.toString('utf8')))
  return parsed.success ? aboutOf(parsed.data.type, parsed.data.data.object) : 'unreadable'
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

/** Pages and payments that other software made with the same account have no reference of ours. */
function aboutOf(type: string, object: unknown): Reading {
  if (SESSION.test(type)) {
    const about = session.safeParse(object)
    if (!about.success) return 'unreadable'
    const { id, client_reference_id } = about.data
    return client_reference_id === null ? 'other' : { reference: client_reference_id, providerId: id }
  }
  if (!AFTERWARDS.has(type)) return 'other'
  const about = withReference.safeParse(object)
  if (!about.success) return 'unreadable'
  const named = about.data.metadata?.reference
  return named === undefined ? 'other' : { reference: named, providerId: null }
}
