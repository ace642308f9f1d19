import { z } from 'zod'
import type { Ask } from '../calls/json-caller.ts'
import type { Patience } from '../calls/patience.ts'
import { currencyCode, numberId, read } from '../calls/read.ts'
import { ProviderRefusal, type Finding, type Taken } from '../provider.ts'
import { data } from './answers.ts'
import { refundsOf } from './refunds-of.ts'

/** paystack.com/docs/payments/verify-payments, "Transaction statuses". One that nobody tried to pay yet is `abandoned`. */
const OPEN = ['abandoned', 'ongoing', 'pending', 'processing', 'queued'] as const

const transaction = z.object({
  id: numberId,
  /** `reversal-pending`: a refund is wanted; it may fail, and then the money stays with us. */
  status: z.enum([...OPEN, 'success', 'reversal-pending', 'failed', 'reversed']),
  reference: z.string(),
  amount: z.int().nonnegative(),
  currency: currencyCode,
})
export type Transaction = z.infer<typeof transaction>

/** The transaction of this reference; null: Paystack knows none. */
export async function verify(ask: Ask, reference: string, patience: Patience): Promise<Transaction | null> {
  const answer = await ask({
    method: 'GET',
    path: `/transaction/verify/${encodeURIComponent(reference)}`,
    patience,
  })
  try {
    return read(transaction, data(answer))
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'transaction_not_found') return null
    throw error
  }
}

export async function findTransaction(ask: Ask, reference: string, patience: Patience): Promise<Finding> {
  const found = await verify(ask, reference, patience)
  if (!found) return { state: 'unknown' }
  if (found.status !== 'reversed') return findingOf(found, 0)
  const given = await refundsOf(ask, found.id, patience)
  return findingOf(found, given?.amountMinor ?? found.amount)
}

function findingOf({ id, status, reference, amount, currency }: Transaction, refundedMinor: number): Finding {
  const taken: Taken = { reference, providerId: id, amountMinor: amount, currency }
  switch (status) {
    case 'success':
    case 'reversal-pending':
      return { state: 'paid', ...taken }
    case 'reversed':
      return { state: 'refunded', refundedMinor, ...taken }
    case 'failed':
      return { state: 'declined' }
    default:
      return { state: 'open' }
  }
}
