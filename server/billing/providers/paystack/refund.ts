import { z } from 'zod'
import { checkSum } from '../amounts.ts'
import type { Ask } from '../calls/json-caller.ts'
import type { Patience } from '../calls/patience.ts'
import { numberId, read } from '../calls/read.ts'
import { ProviderRefusal, type Refunded, type RefundOrder } from '../provider.ts'
import { data } from './answers.ts'
import { refundsOf } from './refunds-of.ts'
import { verify } from './transaction.ts'

const refund = z.object({
  id: numberId,
  /** `needs-attention`: Paystack wants to be told an account of the payer first. */
  status: z.enum(['pending', 'processing', 'processed', 'needs-attention', 'failed']),
})

/**
 * Paystack has no key against doing it twice, but it gives back no more than was paid: a second order of the whole is
 * refused, and then the refunds of the transaction tell how much of it is on its way back.
 */
export async function refundTransaction(ask: Ask, order: RefundOrder, patience: Patience): Promise<Refunded> {
  checkSum('paystack', order)
  const { reference, amountMinor, currency, reason } = order
  const body = { transaction: reference, amount: amountMinor, currency, merchant_note: reason }
  const answer = await ask({ method: 'POST', path: '/refund', body, patience })
  try {
    const { id, status } = read(refund, data(answer))
    if (status === 'failed') throw new ProviderRefusal('The provider could not give it back.', 'refund_failed')
    return { providerId: id, done: status !== 'needs-attention' }
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.code === 'unauthorized') throw error
    const found = await verify(ask, reference, patience)
    if (found?.status !== 'reversed' && found?.status !== 'reversal-pending') throw error
    const given = await refundsOf(ask, found.id, patience)
    if (given && given.amountMinor < amountMinor)
      throw new ProviderRefusal('The provider has given a part of it back already.', 'partly_refunded')
    return { providerId: null, done: !given?.waits }
  }
}
