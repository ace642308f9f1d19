import { z } from 'zod'
import { checkSum } from '../amounts.ts'
import type { Ask } from '../calls/json-caller.ts'
import type { Patience } from '../calls/patience.ts'
import { numberId, read } from '../calls/read.ts'
import { ProviderRefusal, type Refunded, type RefundOrder } from '../provider.ts'
import { majorNumber } from './amount.ts'
import { data } from './answers.ts'
import { findTransaction } from './transaction.ts'

/** `completed`, `completed-mpgs`, `processing`, `pending-momo` …: the list grows, and only a failure is none. */
const refund = z.object({ id: numberId, status: z.string() })

/** Flutterwave has no key against doing it twice: what was given back already is looked up first. */
export async function refundTransaction(ask: Ask, order: RefundOrder, patience: Patience): Promise<Refunded> {
  checkSum('flutterwave', order)
  const found = await findTransaction(ask, order, patience)
  if (found.state === 'refunded') {
    if (found.refundedMinor >= found.amountMinor) return { providerId: null, done: true }
    if (found.refundedMinor + order.amountMinor > found.amountMinor)
      throw new ProviderRefusal('The provider has given a part of it back already.', 'partly_refunded')
  } else if (found.state !== 'paid') throw new ProviderRefusal('The provider has taken no money for it.', 'not_paid')
  const answer = await ask({
    method: 'POST',
    path: `/v3/transactions/${found.providerId}/refund`,
    body: { amount: majorNumber(order.amountMinor, order.currency), comments: order.reason },
    patience,
  })
  const { id, status } = read(refund, data(answer))
  if (/fail/i.test(status)) throw new ProviderRefusal('The provider could not give it back.', 'refund_failed')
  return { providerId: id, done: true }
}
