import { z } from 'zod'
import type { Ask } from '../calls/json-caller.ts'
import type { Patience } from '../calls/patience.ts'
import { numberId, read } from '../calls/read.ts'
import { data } from './answers.ts'

const refund = z.object({
  amount: z.int().nonnegative(),
  status: z.string(),
  transaction: z.union([numberId, z.object({ id: numberId }).transform(({ id }) => id)]),
})

/** What was told to go back of a transaction. `waits`: Paystack wants to be told an account of the payer for some of it. */
export type GivenBack = { amountMinor: number; waits: boolean }

/** By the transaction's number. Null: Paystack lists none; a bank can have taken it back without one. */
export async function refundsOf(ask: Ask, transactionId: string, patience: Patience): Promise<GivenBack | null> {
  const answer = await ask({ method: 'GET', path: `/refund?transaction=${transactionId}&perPage=100`, patience })
  if (answer.status === 404) return null
  const refunds = read(z.array(refund), data(answer)).filter(
    ({ transaction, status }) => transaction === transactionId && status !== 'failed',
  )
  if (refunds.length === 0) return null
  return {
    amountMinor: refunds.reduce((sum, { amount }) => sum + amount, 0),
    waits: refunds.some(({ status }) => status === 'needs-attention'),
  }
}
