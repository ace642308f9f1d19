import { z } from 'zod'
import type { Ask } from '../calls/json-caller.ts'
import type { Patience } from '../calls/patience.ts'
import { currencyCode, minorSaid, numberId, read } from '../calls/read.ts'
import { ProviderRefusal, type Finding, type Named, type Taken } from '../provider.ts'
import { data } from './answers.ts'
import { refundedOf } from './refunds-of.ts'

const transaction = z.object({
  id: numberId,
  tx_ref: z.string(),
  amount: z.number(),
  currency: currencyCode,
  status: z.enum(['successful', 'failed', 'pending']),
})
type Transaction = z.infer<typeof transaction>

const ID = /^\d{1,16}$/

/**
 * Each try on a page is a transaction of its own under the same reference, so the reference is asked first: the id that we
 * heard of may be that of a try that failed.
 */
export async function findTransaction(ask: Ask, known: Named, patience: Patience): Promise<Finding> {
  const latest = await verify(ask, `verify_by_reference?tx_ref=${encodeURIComponent(known.reference)}`, patience)
  const named =
    latest?.status !== 'successful' && known.providerId !== null && ID.test(known.providerId)
      ? await verify(ask, `${known.providerId}/verify`, patience)
      : null
  const found = named?.status === 'successful' ? named : (latest ?? named)
  if (!found) return { state: 'unknown' }
  if (found.status !== 'successful') return { state: found.status === 'failed' ? 'declined' : 'open' }
  return takenAt(ask, found, patience)
}

async function verify(ask: Ask, path: string, patience: Patience): Promise<Transaction | null> {
  const answer = await ask({ method: 'GET', path: `/v3/transactions/${path}`, patience })
  try {
    return read(transaction, data(answer))
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'transaction_not_found') return null
    throw error
  }
}

/** A transaction stays successful when it is given back; its refunds stand apart. */
async function takenAt(ask: Ask, { id, tx_ref, amount, currency }: Transaction, patience: Patience): Promise<Finding> {
  const taken: Taken = { reference: tx_ref, providerId: id, amountMinor: minorSaid(amount, currency), currency }
  const refundedMinor = await refundedOf(ask, taken, patience)
  return refundedMinor > 0 ? { state: 'refunded', refundedMinor, ...taken } : { state: 'paid', ...taken }
}
