import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { objectIn } from '../calls/exchange.ts'
import { numberId } from '../calls/read.ts'
import { isSame } from '../calls/same.ts'
import type { Reading, Received } from '../provider.ts'

const reference = z.string().min(1).max(200)
const notice = z.object({ event: z.string(), data: z.unknown() })
const charge = z.object({ id: numberId, reference })
const refund = z.object({ transaction_reference: reference })

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
  if (!/^refund\.(processed|failed)$/.test(event)) return 'other'
  const about = refund.safeParse(data)
  return about.success ? { reference: about.data.transaction_reference, providerId: null } : 'unreadable'
}
