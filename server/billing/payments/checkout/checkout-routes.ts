import * as calls from '#contract/billing/checkout.ts'
import { cancelPayment as cancelPaymentCall } from '#contract/billing/payments.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { offeredFor } from '../../providers/amounts.ts'
import { presentPayment } from '../present.ts'
import { confirmPayment } from './confirm-payment.ts'
import { cancelPayment, leaveProvider } from './give-up-payment.ts'
import type { PaymentHouse } from './payment-house.ts'
import { receiveNotice } from './receive-notice.ts'
import { startCheckout } from './start-checkout.ts'

export function checkoutRoutes(serve: Serve, house: PaymentHouse): void {
  serve(calls.startCheckout, ({ body, caller: { tenantId, accountId }, actor, at, transact }) => {
    const { purchase, provider, whileGated = false } = body
    const offered = offeredFor(purchase.purpose, purchase.currency)
    const order = { purchase, provider, offered, accountId, actor, at }
    return startCheckout(house, { tenantId, order, whileGated, transact })
  })
  serve(calls.confirmPayment, async ({ params, caller: { tenantId }, at }) =>
    presentPayment(await confirmPayment(house, { tenantId, paymentId: params.id, at })),
  )
  serve(cancelPaymentCall, async ({ params, caller: { tenantId }, actor, at, transact }) => {
    const givingUp = { tenantId, paymentId: params.id, actor, at }
    await leaveProvider(house, givingUp)
    return transact((tx) => cancelPayment(tx, house, givingUp))
  })
  serve(calls.paymentWebhook, async ({ params, request: { rawBody, headers }, at }) => ({
    received: await receiveNotice(house, { provider: params.provider, rawBody, headers, at }),
  }))
}
