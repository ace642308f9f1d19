import { z } from 'zod'
import { checkSum } from '../amounts.ts'
import type { Patience } from '../calls/patience.ts'
import { providerId, read } from '../calls/read.ts'
import { refundKey } from '../calls/refund-key.ts'
import { ProviderRefusal, type Refunded, type RefundOrder } from '../provider.ts'
import { intentOf, retrieve } from './session.ts'
import type { AskStripe } from './stripe-sdk.ts'

const refund = z.object({
  id: providerId,
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']).nullable(),
})

export async function refundSession(ask: AskStripe, order: RefundOrder, patience: Patience): Promise<Refunded> {
  checkSum('stripe', order)
  const session = await retrieve(ask, order, patience)
  const intent = session && intentOf(session)
  if (!intent) throw new ProviderRefusal('The provider has taken no money for it.', 'not_paid')
  const { reference, amountMinor } = order
  // Without the reason: a repetition in other words would be refused.
  const wish = { payment_intent: intent.id, amount: amountMinor, metadata: { reference } }
  const options = { idempotencyKey: refundKey(order) }
  try {
    const answer = await ask(patience, (stripe, within) => stripe.refunds.create(wish, { ...options, ...within }))
    const { id, status } = read(refund, answer)
    if (status === 'failed' || status === 'canceled')
      throw new ProviderRefusal('The provider could not give it back.', 'refund_failed')
    return { providerId: id, done: status === 'succeeded' || status === 'pending' }
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'charge_already_refunded')
      return { providerId: null, done: true }
    throw error
  }
}
