import { isSame, numberId, objectIn } from './calls.ts'
import type { Reading, Received } from './provider.ts'
import { z } from 'zod'
import { createHmac } from 'node:crypto'

const reference = z.string().min(1).max(200)
const notice = z.object({ event: z.string(), data: z.unknown() })
const charge = z.object({ id: numberId, reference })
/** A refund, or a dispute. */
const afterwards = z.union([
  z.object({ transaction_reference: reference }).transform(({ transaction_reference: named }) => named),
  z.object({ transaction: z.object({ reference }) }).transform(({ transaction }) => transaction.reference),
])

/**
 * `x-paystack-signature` is the HMAC-SHA512 of the body by the secret key. It carries no time: an old notice said again is
 * as good as a new one, and only makes us ask.
 */
export function readPaystackNotice({ rawBody, headers }: Received, secretKey: string): Reading {
  const expected = createHmac('sha512', secretKey).update(rawBody).digest('hex')
  if (!isSame(headers['x-paystack-signature'], expected)) return 'forged'
  const parsed = notice.safeParse(objectIn(rawBody.toString('utf8')))
  if (!parsed.success) return 'unreadable'
  const { event, data } = parsed.data
  if (event === 'charge.success' || event === 'charge.failed') {
    const about = charge.safeParse(data)
    return about.success ? { reference: about.data.reference, providerId: about.data.id } : 'unreadable'
  }
  if (!/^(refund\.(processed|failed)|charge\.dispute\.(create|remind|resolve))$/.test(event)) return 'other'
  const about = afterwards.safeParse(data)
  return about.success ? { reference: about.data, providerId: null, isAfterwards: true } : 'unreadable'
}
