import type { PaymentKeys } from '../../platform/config/index.ts'
import { checkSum } from './amounts.ts'
import {
  jsonCaller,
  type Ask,
  patienceOf,
  type Patience,
  pageUrl,
  read,
  numberId,
  currencyCode,
  refusal,
  objectIn,
  type Answer,
  isSame,
  safeBase,
} from './calls.ts'
import {
  type Begun,
  type Charge,
  type PaymentProvider,
  type Reading,
  type Received,
  ProviderRefusal,
  type Refunded,
  type RefundOrder,
  type ProviderStatus,
  type Taken,
  ProviderAway,
} from './provider.ts'
import { z } from 'zod'
import { createHmac } from 'node:crypto'

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
function data({ status, body }: Answer): unknown {
  if (status < 400 && body['status'] === true) return body['data']
  const { code, message = '' } = refused.parse(body)
  if (status < 400 && body['status'] !== false)
    throw new ProviderAway('The provider answered something that is not its protocol.')
  throw refusal(status, SENTENCES.find(([sentence]) => sentence.test(message))?.[1] ?? code)
}

const refundRefundsOf = z.object({
  amount: z.int().nonnegative(),
  status: z.string(),
  transaction: z.union([numberId, z.object({ id: numberId }).transform(({ id }) => id)]),
})

/** What was told to go back of a transaction. `waits`: Paystack wants to be told an account of the payer for some of it. */
type GivenBack = { amountMinor: number; waits: boolean }

/** By the transaction's number. Null: Paystack lists none; a bank can have taken it back without one. */
async function refundsOf(ask: Ask, transactionId: string, patience: Patience): Promise<GivenBack | null> {
  const answer = await ask({ method: 'GET', path: `/refund?transaction=${transactionId}&perPage=100`, patience })
  if (answer.status === 404) return null
  const refunds = read(z.array(refundRefundsOf), data(answer)).filter(
    ({ transaction, status }) => transaction === transactionId && status !== 'failed',
  )
  if (refunds.length === 0) return null
  return {
    amountMinor: refunds.reduce((sum, { amount }) => sum + amount, 0),
    waits: refunds.some(({ status }) => status === 'needs-attention'),
  }
}

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
type Transaction = z.infer<typeof transaction>

/** The transaction of this reference; null: Paystack knows none. */
async function verify(ask: Ask, reference: string, patience: Patience): Promise<Transaction | null> {
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

async function findTransaction(ask: Ask, reference: string, patience: Patience): Promise<ProviderStatus> {
  const found = await verify(ask, reference, patience)
  if (!found) return { state: 'unknown' }
  if (found.status !== 'reversed') return providerStatusOf(found, 0)
  const given = await refundsOf(ask, found.id, patience)
  return providerStatusOf(found, given?.amountMinor ?? found.amount)
}

function providerStatusOf(
  { id, status, reference, amount, currency }: Transaction,
  refundedMinor: number,
): ProviderStatus {
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

const refundRefund = z.object({
  id: numberId,
  /** `needs-attention`: Paystack wants to be told an account of the payer first. */
  status: z.enum(['pending', 'processing', 'processed', 'needs-attention', 'failed']),
})

/**
 * Paystack has no key against doing it twice, but it gives back no more than was paid: a second order of the whole is
 * refused, and then the refunds of the transaction tell how much of it is on its way back.
 */
async function refundTransaction(ask: Ask, order: RefundOrder, patience: Patience): Promise<Refunded> {
  checkSum('paystack', order)
  const { reference, amountMinor, currency, reason } = order
  const body = { transaction: reference, amount: amountMinor, currency, merchant_note: reason }
  const answer = await ask({ method: 'POST', path: '/refund', body, patience })
  try {
    const { id, status } = read(refundRefund, data(answer))
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

const reference = z.string().min(1).max(200)
const notice = z.object({ event: z.string(), data: z.unknown() })
const charge = z.object({ id: numberId, reference })
const refund = z.object({ transaction_reference: reference })

/**
 * `x-paystack-signature` is the HMAC-SHA512 of the body by the secret key. It carries no time: an old notice said again is
 * as good as a new one, and only makes us ask.
 */
function readPaystackNotice({ rawBody, headers }: Received, secretKey: string): Reading {
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

/** All that Paystack has; which of them a payer sees depends on the currency and on the account. */
const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'mobile_money', 'bank_transfer']

const initialized = z.object({ authorization_url: pageUrl, reference: z.string() })

/** Paystack by its HTTP API. `patienceMs`: how long one thing may take. */
export function paystackProvider(keys: NonNullable<PaymentKeys['paystack']>, patienceMs?: number): PaymentProvider {
  const ask = jsonCaller(safeBase('Paystack', keys.url), keys.secretKey)
  return {
    name: 'paystack',
    begin: (charge) => initialize(ask, charge, patienceMs),
    find: ({ reference }) => findTransaction(ask, reference, patienceOf(patienceMs)),
    refund: (order) => refundTransaction(ask, order, patienceOf(patienceMs)),
    readNotice: async (received) => readPaystackNotice(received, keys.secretKey),
  }
}

/** Paystack counts its five currencies in hundredths, as our own table does. */
async function initialize(ask: Ask, charge: Charge, patienceMs: number | undefined): Promise<Begun> {
  checkSum('paystack', charge)
  const answer = await ask({
    method: 'POST',
    path: '/transaction/initialize',
    body: {
      email: charge.payerEmail,
      amount: charge.amountMinor,
      currency: charge.currency,
      reference: charge.reference,
      callback_url: charge.paidUrl,
      channels: CHANNELS,
      metadata: { cancel_action: charge.cancelledUrl, description: charge.description },
    },
    patience: patienceOf(patienceMs),
  })
  return { providerId: null, checkoutUrl: read(initialized, data(answer)).authorization_url }
}
