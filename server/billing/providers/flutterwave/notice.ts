import { z } from 'zod'
import { objectIn } from '../calls/exchange.ts'
import { numberId } from '../calls/read.ts'
import { isSame } from '../calls/same.ts'
import type { Reading, Received } from '../provider.ts'

const notice = z.object({ event: z.string(), data: z.unknown() })
const charge = z.object({ id: numberId, tx_ref: z.string().min(1).max(200) })

/**
 * `verif-hash` is the word that the account and we agreed on. It proves the sender and nothing of the content, and carries
 * no time: what a notice says only makes us ask. Refunds name no reference there; asking finds them.
 */
export function readFlutterwaveNotice({ rawBody, headers }: Received, webhookHash: string): Reading {
  if (!isSame(headers['verif-hash'], webhookHash)) return 'forged'
  const parsed = notice.safeParse(objectIn(rawBody.toString('utf8')))
  if (!parsed.success) return 'unreadable'
  if (parsed.data.event !== 'charge.completed') return 'other'
  const about = charge.safeParse(parsed.data.data)
  return about.success ? { reference: about.data.tx_ref, providerId: about.data.id } : 'unreadable'
}
