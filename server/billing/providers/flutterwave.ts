import { z } from 'zod'
import type { PaymentKeys } from '../../platform/config/index.ts'
import { checkSum, minorFrom } from './amounts.ts'
import {
  jsonCaller,
  type Ask,
  patienceOf,
  type Patience,
  pageUrl,
  read,
  numberId,
  currencyCode,
  minorSaid,
  refusal,
  type Answer,
  objectIn,
  isSame,
  safeBase,
} from './calls.ts'
import {
  type Begun,
  type Charge,
  type PaymentProvider,
  ProviderRefusal,
  type Refunded,
  type RefundOrder,
  type ProviderStatus,
  type Named,
  type Taken,
  ProviderAway,
  type Reading,
  type Received,
} from './provider.ts'
import { majorText } from '#contract/billing/exact.ts'

const envelope = z.object({ status: z.enum(['success', 'error']), message: z.string().catch('') })

/** Flutterwave says why in sentences only. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/no transaction was found/i, 'transaction_not_found'],
  [/^no refunds?( was| were)?( found)?\b/i, 'no_refunds'],
  [/duplicate|already exists?/i, 'duplicate_reference'],
]

/** What Flutterwave answered with. Throws its refusal. */
function data({ status, body }: Answer): unknown {
  const said = read(envelope, body)
  if (status < 400 && said.status === 'success') return body['data']
  throw refusal(status, SENTENCES.find(([sentence]) => sentence.test(said.message))?.[1])
}

/** More than one transaction can have, and few enough to be read in one go. */
const PAGES_MOST = 10

const refundTransactionTransaction = z.object({
  amount_refunded: z.number(),
  status: z.string(),
  transaction_id: numberId.optional(),
  tx_id: numberId.optional(),
})
type Refund = z.infer<typeof refundTransactionTransaction>

const paged = z.object({ meta: z.object({ page_info: z.object({ total_pages: z.int().nonnegative() }) }) })

/**
 * How much of a transaction went back, in minor units. Only what the provider tells counts: where it does not, nothing is
 * known, and money that went back must not go back once more.
 */
async function refundedOf(ask: Ask, { providerId, currency }: Taken, patience: Patience): Promise<number> {
  let sum = 0
  let pages = 1
  for (let page = 1; page <= pages; page += 1) {
    const query = page === 1 ? '' : `&page=${page}`
    const answer = await ask({ method: 'GET', path: `/v3/refunds?id=${providerId}${query}`, patience })
    for (const { transaction_id, tx_id, status, amount_refunded } of refundsIn(answer))
      if ((transaction_id ?? tx_id) === providerId && !/fail/i.test(status)) sum += minorSaid(amount_refunded, currency)
    pages = Math.max(pages, paged.safeParse(answer.body).data?.meta.page_info.total_pages ?? 1)
    if (pages > PAGES_MOST) throw new ProviderAway('The provider answered more than can be read.')
  }
  return sum
}

function refundsIn(answer: Answer): Refund[] {
  try {
    return read(z.array(refundTransactionTransaction), data(answer) ?? [])
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.code === 'unauthorized') throw error
    // Who has never given anything back is refused at some accounts.
    if (error.code === 'no_refunds') return []
    throw new ProviderAway('The provider did not say what it has given back.')
  }
}

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
async function findTransaction(ask: Ask, known: Named, patience: Patience): Promise<ProviderStatus> {
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
async function takenAt(
  ask: Ask,
  { id, tx_ref, amount, currency }: Transaction,
  patience: Patience,
): Promise<ProviderStatus> {
  const taken: Taken = { reference: tx_ref, providerId: id, amountMinor: minorSaid(amount, currency), currency }
  const refundedMinor = await refundedOf(ask, taken, patience)
  return refundedMinor > 0 ? { state: 'refunded', refundedMinor, ...taken } : { state: 'paid', ...taken }
}

/**
 * The JSON number of major units. A number of JavaScript is written with the fewest digits that mean it, which are those
 * of the decimal for any sum that people pay; one that would come out as another is refused.
 */
export function majorNumber(minor: number, currency: string): number {
  const major = Number(majorText(minor, currency))
  if (minorFrom(major, currency) !== minor) throw new ProviderRefusal('This is no sum to be charged.', 'amount_invalid')
  return major
}

/** `completed`, `completed-mpgs`, `processing`, `pending-momo` …: the list grows, and only a failure is none. */
const refund = z.object({ id: numberId, status: z.string() })

/** Flutterwave has no key against doing it twice: what was given back already is looked up first. */
async function refundTransaction(ask: Ask, order: RefundOrder, patience: Patience): Promise<Refunded> {
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

const MINUTE_MS = 60_000
const SESSION_MOST_MINUTES = 1_440

const hosted = z.object({ link: pageUrl })

/** Flutterwave by its HTTP API v3. `patienceMs`: how long one thing may take. */
export function flutterwaveProvider(
  keys: NonNullable<PaymentKeys['flutterwave']>,
  patienceMs?: number,
): PaymentProvider {
  const ask = jsonCaller(safeBase('Flutterwave', keys.url), keys.secretKey)
  return {
    name: 'flutterwave',
    begin: (charge) => openPage(ask, charge, patienceMs),
    find: (known) => findTransaction(ask, known, patienceOf(patienceMs)),
    refund: (order) => refundTransaction(ask, order, patienceOf(patienceMs)),
    readNotice: async (received) => readFlutterwaveNotice(received, keys.webhookHash),
  }
}

/** A page begins nothing by itself: the transaction comes to be when somebody tries to pay on it. */
async function openPage(ask: Ask, charge: Charge, patienceMs: number | undefined): Promise<Begun> {
  checkSum('flutterwave', charge)
  const minutes = Math.ceil((charge.expiresAt.getTime() - Date.now()) / MINUTE_MS)
  const answer = await ask({
    method: 'POST',
    path: '/v3/payments',
    body: {
      tx_ref: charge.reference,
      amount: majorNumber(charge.amountMinor, charge.currency),
      currency: charge.currency,
      redirect_url: charge.paidUrl,
      session_duration: Math.min(Math.max(minutes, 1), SESSION_MOST_MINUTES),
      customer: { email: charge.payerEmail },
      customizations: { title: charge.description },
    },
    patience: patienceOf(patienceMs),
  })
  return { providerId: null, checkoutUrl: read(hosted, data(answer)).link }
}

const notice = z.object({ event: z.string(), data: z.unknown() })
const charge = z.object({ id: numberId, tx_ref: z.string().min(1).max(200) })

/**
 * `verif-hash` is the word that the account and we agreed on. It proves the sender and nothing of the content, and carries
 * no time: what a notice says only makes us ask. Refunds name no reference there; asking finds them.
 */
function readFlutterwaveNotice({ rawBody, headers }: Received, webhookHash: string): Reading {
  if (!isSame(headers['verif-hash'], webhookHash)) return 'forged'
  const parsed = notice.safeParse(objectIn(rawBody.toString('utf8')))
  if (!parsed.success) return 'unreadable'
  if (parsed.data.event !== 'charge.completed') return 'other'
  const about = charge.safeParse(parsed.data.data)
  return about.success ? { reference: about.data.tx_ref, providerId: about.data.id } : 'unreadable'
}
