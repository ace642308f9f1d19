import { z } from 'zod'
import { majorText } from '#contract/billing/exact.ts'
import { checkSum } from '../amounts.ts'
import type { Patience } from '../calls/patience.ts'
import { providerId, read } from '../calls/read.ts'
import { refundKey } from '../calls/refund-key.ts'
import { ProviderRefusal, type Refunded, type RefundOrder } from '../provider.ts'
import { captureOf, readOrder } from './order.ts'
import type { AskPayPal } from './paypal-caller.ts'

const refund = z.object({ id: providerId, status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']) })
const ALREADY = new Set(['CAPTURE_FULLY_REFUNDED', 'CAPTURED_AMOUNT_FULLY_REFUNDED'])

/** What PayPal keeps of a refund the payer reads: our reason stays with us. */
export async function refundOrder(paypal: AskPayPal, wish: RefundOrder, patience: Patience): Promise<Refunded> {
  checkSum('paypal', wish)
  const order = await readOrder(paypal, wish.providerId, patience)
  const capture = order && captureOf(order)
  if (!capture) throw new ProviderRefusal('The provider has taken no money for it.', 'not_paid')
  try {
    const answer = await paypal.ask({
      method: 'POST',
      path: `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`,
      headers: { 'paypal-request-id': refundKey(wish) },
      body: {
        amount: { currency_code: wish.currency, value: majorText(wish.amountMinor, wish.currency) },
        custom_id: wish.reference,
      },
      patience,
    })
    const { id, status } = read(refund, answer)
    if (status === 'FAILED' || status === 'CANCELLED')
      throw new ProviderRefusal('The provider could not give it back.', 'refund_failed')
    return { providerId: id, done: true }
  } catch (error) {
    if (error instanceof ProviderRefusal && ALREADY.has(error.code)) return { providerId: null, done: true }
    throw error
  }
}
