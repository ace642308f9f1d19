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
  objectIn,
  isSame,
  safeBase,
} from './calls.ts'
import { data } from './flutterwave-answers.ts'
import { changesSince, findTransaction } from './flutterwave-transaction.ts'
import {
  type Begun,
  type Charge,
  type PaymentProvider,
  ProviderRefusal,
  type Refunded,
  type RefundOrder,
  type Reading,
  type Received,
} from './provider.ts'
import { majorText } from '#contract/billing/exact.ts'

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

/** Its books are read in many small calls, by nobody who waits for them. */
const BOOKS_MS = 60_000
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
    changedSince: (since) => changesSince(ask, since, patienceOf(BOOKS_MS)),
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
 * no time: what a notice says only makes us ask. Of refunds and chargebacks nothing is told: its books are read for them.
 */
function readFlutterwaveNotice({ rawBody, headers }: Received, webhookHash: string): Reading {
  if (!isSame(headers['verif-hash'], webhookHash)) return 'forged'
  const parsed = notice.safeParse(objectIn(rawBody.toString('utf8')))
  if (!parsed.success) return 'unreadable'
  if (parsed.data.event !== 'charge.completed') return 'other'
  const about = charge.safeParse(parsed.data.data)
  return about.success ? { reference: about.data.tx_ref, providerId: about.data.id } : 'unreadable'
}
