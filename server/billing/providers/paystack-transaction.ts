import { type Answer, type Ask, currencyCode, numberId, type Patience, read, refusal } from './calls.ts'
import { paystackDecline } from './declines.ts'
import {
  type Dispute,
  type KeptCard,
  type Known,
  type Notice,
  ProviderAway,
  ProviderRefusal,
  type ProviderStatus,
  type Taken,
} from './provider.ts'
import { z } from 'zod'

const refused = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
})

/** Older answers have no code, only a sentence. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/duplicate transaction reference/i, 'duplicate_reference'],
  [/reference not found/i, 'transaction_not_found'],
  [/fully reversed/i, 'transaction_reversed'],
]

/** What Paystack answered with. Throws its refusal, by its code. */
export function data({ status, body }: Answer): unknown {
  if (status < 400 && body['status'] === true) return body['data']
  const { code, message = '' } = refused.parse(body)
  if (status < 400 && body['status'] !== false)
    throw new ProviderAway('The provider answered something that is not its protocol.')
  throw refusal(status, SENTENCES.find(([sentence]) => sentence.test(message))?.[1] ?? code)
}

const refundRefundsOf = z.object({
  amount: z.int().nonnegative(),
  status: z.string(),
  /** It went back because of a dispute that was lost, which tells of it itself. */
  dispute: z.unknown().optional(),
  transaction: z.union([numberId, z.object({ id: numberId }).transform(({ id }) => id)]),
})

/** What was told to go back of a transaction. `waits`: Paystack wants to be told an account of the payer for some of it. */
type GivenBack = { amountMinor: number; waits: boolean; byDisputeMinor: number }

/** By the transaction's number. Null: Paystack lists none; a bank can have taken it back without one. */
export async function refundsOf(ask: Ask, transactionId: string, patience: Patience): Promise<GivenBack | null> {
  const answer = await ask({ method: 'GET', path: `/refund?transaction=${transactionId}&perPage=100`, patience })
  if (answer.status === 404) return null
  const refunds = read(z.array(refundRefundsOf), data(answer)).filter(
    ({ transaction, status }) => transaction === transactionId && status !== 'failed',
  )
  if (refunds.length === 0) return null
  return {
    amountMinor: sumOf(refunds),
    byDisputeMinor: sumOf(refunds.filter(({ dispute }) => Boolean(dispute))),
    waits: refunds.some(({ status }) => status === 'needs-attention'),
  }
}

const sumOf = (refunds: readonly { amount: number }[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** paystack.com/docs/payments/verify-payments, "Transaction statuses". One that nobody tried to pay yet is `abandoned`. */
const OPEN = ['abandoned', 'ongoing', 'pending', 'processing', 'queued'] as const

const word = z.string().nullish().catch(null)
const month = z.coerce.number().int().min(1).max(12)
/** What a card can be charged by without its payer. Of other channels, and where nothing was paid, it is empty. */
const authorization = z.object({
  authorization_code: z.string().min(1).max(255),
  reusable: z.literal(true),
  channel: z.literal('card'),
  last4: z.string().regex(/^\d{4}$/),
  exp_month: month,
  exp_year: z.coerce.number().int().min(2000).max(9999),
  brand: z.string().min(1).max(40),
})

/** As `verify` and the charge of a card tell it. */
export const transaction = z.object({
  id: numberId,
  /** `reversal-pending`: a refund is wanted; it may fail, and then the money stays with us. */
  status: z.enum([...OPEN, 'success', 'reversal-pending', 'failed', 'reversed']),
  reference: z.string(),
  amount: z.int().nonnegative(),
  currency: currencyCode,
  gateway_response: word,
  gateway_response_code: word,
  response_code: word,
  authorization: authorization.nullish().catch(null),
  customer: z
    .object({ email: z.string().min(3).max(254) })
    .nullish()
    .catch(null),
})
type Transaction = z.infer<typeof transaction>

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

export async function findTransaction(ask: Ask, known: Known, patience: Patience): Promise<ProviderStatus> {
  const found = await verify(ask, known.reference, patience)
  if (!found) return { state: 'unknown' }
  if (known.asksAfterwards && TAKEN.has(found.status)) return withAfterwards(ask, found, patience)
  if (found.status !== 'reversed') return transactionStatus(found, 0)
  const given = await refundsOf(ask, found.id, patience)
  return transactionStatus(found, given?.amountMinor ?? found.amount)
}

const TAKEN = new Set<string>(['success', 'reversal-pending', 'reversed'])

/** What has gone back, in part too, and what somebody wants back through their bank. */
async function withAfterwards(ask: Ask, found: Transaction, patience: Patience): Promise<ProviderStatus> {
  const given = await refundsOf(ask, found.id, patience)
  const whole = found.status === 'reversed' ? found.amount : 0
  const disputes = await disputesOf(ask, found.id, patience)
  const refundedMinor = given ? given.amountMinor - given.byDisputeMinor : whole
  const { id: providerId, reference, amount: amountMinor, currency } = found
  const taken = { reference, providerId, amountMinor, currency, disputes }
  return refundedMinor > 0 ? { state: 'refunded', refundedMinor, ...taken } : { state: 'paid', ...taken }
}

const dispute = z.object({
  id: numberId,
  status: z.string(),
  resolution: z.string().nullish(),
  refund_amount: z.int().nonnegative(),
  currency: currencyCode,
  dueAt: z.string().nullish(),
  transaction: z.object({ id: numberId, reference: z.string() }),
})

/** Accepted by us, or by nobody's answer in time, it is lost; `declined` is that we were believed. */
async function disputesOf(ask: Ask, transactionId: string, patience: Patience): Promise<Dispute[]> {
  const answer = await ask({ method: 'GET', path: `/dispute?transaction=${transactionId}&perPage=100`, patience })
  if (answer.status === 404) return []
  return read(z.array(dispute), data(answer))
    .filter(({ transaction: of }) => of.id === transactionId)
    .map(({ id, status, resolution, refund_amount, currency, dueAt }) => ({
      id,
      state: status !== 'resolved' ? 'open' : resolution === 'declined' ? 'won' : 'lost',
      amountMinor: refund_amount,
      currency,
      answerBy: dueAt && !Number.isNaN(Date.parse(dueAt)) ? new Date(dueAt) : null,
    }))
}

const DAY_MS = 24 * 60 * 60_000
/** A bank may still decide about a dispute so long after it was opened. */
const DISPUTE_DAYS = 120

const listedRefund = z.object({ transaction_reference: z.string().nullish() })

/** Disputes of the last months, however they stand now, and refunds since then. */
export async function changesSince(ask: Ask, since: Date, patience: Patience): Promise<Notice[]> {
  const disputed = new Date(since.getTime() - DISPUTE_DAYS * DAY_MS)
  const asked = async (path: string, from: Date): Promise<unknown> => {
    const answer = await ask({ method: 'GET', path: `${path}?perPage=100&from=${from.toISOString()}`, patience })
    return answer.status === 404 ? [] : data(answer)
  }
  const disputes = read(z.array(dispute), await asked('/dispute', disputed))
  const refunds = read(z.array(listedRefund), await asked('/refund', since))
  const references = new Set(disputes.map(({ transaction: { reference } }) => reference))
  for (const { transaction_reference: reference } of refunds) if (reference) references.add(reference)
  return [...references].map((reference) => ({ reference, providerId: null, isAfterwards: true }))
}

/** The card behind a payment, where it can be charged again without its payer. */
function keptCardOf({ authorization: by, customer }: Transaction): KeptCard | null {
  if (!by || !customer) return null
  const { authorization_code: token, brand, last4, exp_month: expMonth, exp_year: expYear } = by
  return { token, owner: customer.email, brand: brand.toLowerCase(), last4, expMonth, expYear }
}

export function transactionStatus(found: Transaction, refundedMinor: number): ProviderStatus {
  const { id, status, reference, amount, currency } = found
  const taken: Taken = { reference, providerId: id, amountMinor: amount, currency }
  switch (status) {
    case 'success':
    case 'reversal-pending': {
      const card = keptCardOf(found)
      return { state: 'paid', ...taken, ...(card && { card }) }
    }
    case 'reversed':
      return { state: 'refunded', refundedMinor, ...taken }
    case 'failed':
      return { state: 'declined', decline: paystackDecline(found) }
    default:
      return { state: 'open' }
  }
}
