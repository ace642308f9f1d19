import { z } from 'zod'
import type { PaymentKeys } from '#server/platform/config/index.ts'
import { checkSum } from '../amounts.ts'
import { safeBase } from '../calls/addresses.ts'
import { jsonCaller, type Ask } from '../calls/json-caller.ts'
import { patienceOf } from '../calls/patience.ts'
import { pageUrl, read } from '../calls/read.ts'
import type { Begun, Charge, PaymentProvider } from '../provider.ts'
import { majorNumber } from './amount.ts'
import { data } from './answers.ts'
import { readFlutterwaveNotice } from './notice.ts'
import { refundTransaction } from './refund.ts'
import { findTransaction } from './transaction.ts'

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
