import * as calls from '#contract/billing/existing-clients.ts'
import type { Serve } from '#server/platform/http/index.ts'
import type { PaymentHouse } from '../checkout/payment-house.ts'
import { startCheckout } from '../checkout/start-checkout.ts'
import { productPricing } from '../../prices/product-pricing.ts'
import { readSubscription } from '../../subscription/read-subscription.ts'
import { confirmSmsPayment } from './confirm-sms-payment.ts'
import { customerPortal } from './customer-portal.ts'
import { smsOrder } from './sms-order.ts'

export function existingClientRoutes(serve: Serve, house: PaymentHouse): void {
  serve(calls.productPricingByCountryId, ({ query }) =>
    house.database.withoutTenant((tx) => productPricing(tx, query.CountryID)),
  )
  serve(calls.getSubscription, ({ caller, at, transact }) =>
    transact(async (tx) => {
      const { planId: id, planName: description, expiresOn } = await readSubscription(tx, caller.tenantId, at)
      const plans = id ? [{ id }] : []
      return { returnObject: { id, description, subscriptionExpiration: expiresOn, subscriptionPlans: plans } }
    }),
  )
  serve(calls.contributionTransactions, () => Promise.resolve({ data: [], totalItems: 0 }))
  serve(calls.initializeSmsPayment, async ({ body, caller, actor, at, transact }) => {
    const { tenantId, accountId, gate, church } = caller
    const order = { ...smsOrder(body, church.currency), accountId, actor, at }
    const payment = await startCheckout(house, { tenantId, order, whileGated: gate !== 'open', transact })
    const { reference, checkoutUrl } = payment
    return {
      status: checkoutUrl !== null,
      transactionReference: reference,
      clientSecret: null,
      checkoutUrl: checkoutUrl ?? '',
    }
  })
  serve(calls.confirmSmsPayment, ({ query, caller: { tenantId }, at }) =>
    confirmSmsPayment(house, { ...query, tenantId, at }),
  )
  serve(calls.stripeCustomerPortal, async ({ caller: { tenantId, gate } }) => ({
    data: await customerPortal(house, { tenantId, whileGated: gate !== 'open' }),
  }))
}
