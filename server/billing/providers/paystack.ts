import type { PaymentKeys } from '../../platform/config/index.ts'
import { checkSum } from './amounts.ts'
import { jsonCaller, type Ask, patienceOf, type Patience, pageUrl, read, numberId, safeBase } from './calls.ts'
import {
  type Begun,
  type CardCharge,
  type Charge,
  type PaymentProvider,
  ProviderRefusal,
  type ProviderStatus,
  type Refunded,
  type RefundOrder,
} from './provider.ts'
import { readPaystackNotice } from './paystack-notice.ts'
import {
  changesSince,
  data,
  findTransaction,
  refundsOf,
  transaction,
  transactionStatus,
  verify,
} from './paystack-transaction.ts'
import { z } from 'zod'

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

/** All that Paystack has; which of them a payer sees depends on the currency and on the account. */
const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'mobile_money', 'bank_transfer']

const initialized = z.object({ authorization_url: pageUrl, reference: z.string() })

/** Paystack by its HTTP API. `patienceMs`: how long one thing may take. */
export function paystackProvider(keys: NonNullable<PaymentKeys['paystack']>, patienceMs?: number): PaymentProvider {
  const ask = jsonCaller(safeBase('Paystack', keys.url), keys.secretKey)
  return {
    name: 'paystack',
    begin: (charge) => initialize(ask, charge, patienceMs),
    find: (known) => findTransaction(ask, known, patienceOf(patienceMs)),
    refund: (order) => refundTransaction(ask, order, patienceOf(patienceMs)),
    cards: {
      charge: (charge) => chargeCard(ask, charge, patienceOf(patienceMs)),
      remove: ({ token }) => deactivate(ask, token, patienceOf(patienceMs)),
    },
    changedSince: (since) => changesSince(ask, since, patienceOf(patienceMs)),
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
      // Nothing but a card can be kept.
      channels: charge.keepsCard ? ['card'] : CHANNELS,
      metadata: { cancel_action: charge.cancelledUrl, description: charge.description },
    },
    patience: patienceOf(patienceMs),
  })
  return { providerId: null, checkoutUrl: read(initialized, data(answer)).authorization_url }
}

/** What an answer of a charge needs to be believed; anything else is asked about by our reference. */
const charged = z.object({ paused: z.boolean().optional() })

/** Paystack knows a charge by our reference, and charges the same one once. */
async function chargeCard(ask: Ask, charge: CardCharge, patience: Patience): Promise<ProviderStatus> {
  checkSum('paystack', charge)
  const { reference, amountMinor: amount, currency, token: authorization_code, owner: email, description } = charge
  const body = { email, amount, currency, authorization_code, reference, metadata: JSON.stringify({ description }) }
  const answer = await ask({ method: 'POST', path: '/transaction/charge_authorization', body, patience })
  try {
    const said = data(answer)
    // The bank wants to see the payer, who is not here.
    if (charged.safeParse(said).data?.paused)
      return { state: 'declined', decline: { kind: 'hard', code: 'authentication_required' } }
    return transactionStatus(read(transaction, said), 0)
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.code === 'unauthorized') throw error
    const tried = await verify(ask, reference, patience)
    if (tried) return transactionStatus(tried, 0)
    if (GONE.test(error.code)) return { state: 'declined', decline: { kind: 'hard', code: error.code } }
    throw error
  }
}

/** Paystack knows no such card, or will not charge it any more. */
const GONE = /authorization/i

async function deactivate(ask: Ask, authorization_code: string, patience: Patience): Promise<void> {
  const answer = await ask({
    method: 'POST',
    path: '/customer/authorization/deactivate',
    body: { authorization_code },
    patience,
  })
  // One that is not there any more is refused.
  if (answer.status === 400 || answer.status === 404) return
  data(answer)
}
