import type { PaymentKeys } from '#server/platform/config/index.ts'
import { checkSum } from '../amounts.ts'
import { safeBase } from '../calls/addresses.ts'
import { jsonCaller, type Ask } from '../calls/json-caller.ts'
import { patienceOf } from '../calls/patience.ts'
import { pageUrl, read } from '../calls/read.ts'
import type { Begun, Charge, PaymentProvider } from '../provider.ts'
import { z } from 'zod'
import { readPaystackNotice } from './notice.ts'
import { refundTransaction } from './refund.ts'
import { findTransaction } from './transaction.ts'
import { data } from './answers.ts'

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
