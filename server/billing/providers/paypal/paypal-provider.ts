import type { PaymentKeys } from '#server/platform/config/index.ts'
import { patienceOf } from '../calls/patience.ts'
import type { PaymentProvider } from '../provider.ts'
import { createOrder } from './create-order.ts'
import { findOrder } from './find-order.ts'
import { readPayPalNotice } from './notice.ts'
import { paypalCaller } from './paypal-caller.ts'
import { refundOrder } from './refund-order.ts'

/** PayPal by its Orders API v2. `patienceMs`: how long one thing may take. */
export function paypalProvider(keys: NonNullable<PaymentKeys['paypal']>, patienceMs?: number): PaymentProvider {
  const paypal = paypalCaller(keys)
  return {
    name: 'paypal',
    begin: (charge) => createOrder(paypal, charge, patienceOf(patienceMs)),
    find: (known) => findOrder(paypal, known, patienceOf(patienceMs)),
    refund: (order) => refundOrder(paypal, order, patienceOf(patienceMs)),
    readNotice: (received) =>
      readPayPalNotice(paypal, received, { webhookId: keys.webhookId, patience: patienceOf(patienceMs) }),
  }
}
