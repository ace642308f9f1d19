import * as calls from '#contract/billing/existing-clients.ts'
import { type Serve, ApiError } from '../../platform/http/index.ts'
import { type PaymentContext, confirmPayment } from './checkout/ask-provider.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { readSubscription, selectPlans } from '../subscription/index.ts'
import { ProviderAway, ProviderRefusal, offeredFor } from '../providers/index.ts'
import { selectCustomer } from './records/customer-store.ts'
import { selectIdOf, selectPayment } from './records/payment-store.ts'
import type { CheckoutOrder } from './checkout/place-order.ts'
import { currencyFor, selectPrices } from '../prices/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Received, Answer } from '#contract/endpoint.ts'
import type { initializeSmsPayment, productPricingByCountryId as call } from '#contract/billing/existing-clients.ts'
import type { Payment } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { claimedNumber, MILLION, plainDecimal } from './claimed-number.ts'
import { currentSubscription, subscriptionOrder } from './existing-subscription.ts'
import { symbolOf } from '#contract/money.ts'
import { listCountries } from '../../identity/index.ts'

export function existingClientRoutes(serve: Serve, context: PaymentContext): void {
  serve(calls.productPricingByCountryId, ({ query, at }) =>
    context.database.withoutTenant((tx) => productPricing(tx, query.CountryID, at)),
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
    return begun(await startCheckout(context, { tenantId, order, whileGated: gate !== 'open', transact }))
  })
  serve(calls.initializeSubscription, async ({ body, caller, actor, at, transact }) => {
    const { tenantId, accountId, gate, church } = caller
    const wanted = await context.database.withTenant(tenantId, (tx) => subscriptionOrder(tx, body, { church, at }))
    const order = { ...wanted, accountId, actor, at }
    return begun(await startCheckout(context, { tenantId, order, whileGated: gate !== 'open', transact }))
  })
  serve(calls.confirmSmsPayment, ({ query, caller: { tenantId }, at }) =>
    isPaid(context, 'units', { ...query, tenantId, at }),
  )
  serve(calls.confirmSubscriptionPayment, async ({ query, caller: { tenantId }, at }) =>
    // A client that asks whether there is any answer at all must see that it failed.
    (await isPaid(context, 'subscription', { ...query, tenantId, at })) ? { data: true as const } : (false as const),
  )
  serve(calls.subscriptions, ({ caller, at, transact }) =>
    transact((tx) => currentSubscription(tx, caller.tenantId, at)),
  )
  serve(calls.stripeCustomerPortal, async ({ caller: { tenantId, gate } }) => ({
    data: await customerPortal(context, { tenantId, whileGated: gate !== 'open' }),
  }))
}

const begun = ({ reference, checkoutUrl }: Payment) => ({
  status: checkoutUrl !== null,
  transactionReference: reference,
  clientSecret: null,
  checkoutUrl: checkoutUrl ?? '',
})

const names = { sms: 'SMS', email: 'Email', subscription: 'Subscription' } as const

/** The prices of a country in one currency: units first, then plans, the smallest first. Throws `not_found`. */
async function productPricing(tx: Tx, countryId: number, at: Date): Promise<Answer<typeof call>> {
  const country = listCountries().find(({ id }) => id === countryId)
  if (!country) throw new ApiError('not_found')
  const prices = await selectPrices(tx, country.isoCode, at)
  const code = currencyFor(prices, country.currency)
  const currency = { id: code, shortCode: code, symbol: symbolOf(code) }
  const plans = await selectPlans(tx)
  const here = prices.filter((price) => price.currency === code)
  const units = here.filter(({ product }) => product !== 'subscription').map((price) => ({ price, plan: null }))
  const months = plans.flatMap((plan) =>
    here.filter(({ planId }) => planId === plan.id).map((price) => ({ price, plan })),
  )
  return [...units, ...months].map(({ price, plan }, index) => ({
    id: price.id,
    product: { name: names[price.product] },
    price: Number(price.amount),
    order: index + 1,
    currency,
    subscriptionPlan: plan && { id: plan.id, description: plan.name, membershipSize: plan.membershipSize },
  }))
}

/** What existing clients may name, in any case. Flutterwave too, though the dialog for units does not offer it. */
const gateways = ['stripe', 'paystack', 'flutterwave'] as const satisfies Provider[]

/** As much as the screen takes. */
const AMOUNT_BELOW = 10n ** 15n

type Body = Received<typeof initializeSmsPayment>['body']

/** The order that an existing client's body is. Throws `invalid_input` for an amount or a gateway that makes no sense. */
function smsOrder(
  { amount, smsUnit, paymentGateway, currency: wanted }: Body,
  churchCurrency: string,
): Omit<CheckoutOrder, 'accountId' | 'actor' | 'at'> {
  const currency = wanted ?? churchCurrency
  const paid = claimedNumber(amount)
  if (paid === null || paid >= AMOUNT_BELOW)
    throw new ApiError('invalid_input', { fields: { amount: 'Please enter amount' } })
  const provider = gateways.find((name) => name === paymentGateway.trim().toLowerCase())
  if (!provider) throw new ApiError('invalid_input', { fields: { paymentGateway: 'Stripe, Paystack or Flutterwave.' } })
  const flutterwave = offeredFor('subscription', currency).filter((name) => name === 'flutterwave')
  return {
    purchase: { purpose: 'units', currency, amount: plainDecimal(paid) },
    provider,
    offered: [...offeredFor('units', currency), ...flutterwave],
    ...(smsUnit === undefined || smsUnit === null ? {} : { unitsShown: wholeNumber(smsUnit) }),
  }
}

/** Units as a client reckons them; what is no whole number agrees with nothing. */
function wholeNumber(claimed: number | string): number {
  const millionths = claimedNumber(claimed)
  return millionths !== null && millionths % MILLION === 0n ? Number(millionths / MILLION) : -1
}

type Claimed = {
  tenantId: TenantId
  /** What the client says the provider calls it. */
  id?: string | undefined
  /** Our reference; absent: `id` is it. */
  txnref?: string | undefined
  at: Date
}

/**
 * Whether a purchase has been paid, by the word of its provider. False for another church's reference, an unknown
 * one, and an `id` that contradicts what the provider says; then nothing happens. Throws `provider_unavailable`.
 */
async function isPaid(
  context: PaymentContext,
  purpose: Payment['purpose'],
  { tenantId, id, txnref, at }: Claimed,
): Promise<boolean> {
  const reference = txnref || id
  if (!reference) return false
  const payment = await context.database.withTenant(tenantId, async (tx) => {
    const paymentId = await selectIdOf(tx, tenantId, reference)
    return paymentId === null ? null : selectPayment(tx, tenantId, paymentId)
  })
  if (payment?.purpose !== purpose) return false
  const { providerId } = payment
  if (id && id !== payment.reference && providerId !== null && id !== providerId) return false
  const confirmed = await confirmPayment(context, { tenantId, paymentId: payment.id, claimedId: id || undefined, at })
  return confirmed.state === 'succeeded'
}

/**
 * A link to the card provider's page of cards and invoices; empty where the church has never paid by card, or the provider
 * shows no such page. Throws `provider_unavailable`.
 */
async function customerPortal(
  context: PaymentContext,
  { tenantId, whileGated }: { tenantId: TenantId; whileGated: boolean },
): Promise<string> {
  const portal = context.providers.find('stripe')?.portal
  const customerId =
    portal &&
    (await context.database.withTenant(tenantId, (tx) => selectCustomer(tx, { tenantId, provider: 'stripe' })))
  if (!portal || !customerId) return ''
  try {
    return await portal.pageFor(
      customerId,
      context.config.publicUrl + (whileGated ? '/subexpired' : '/tenant/subscription'),
    )
  } catch (error) {
    if (error instanceof ProviderAway) throw new ApiError('provider_unavailable')
    if (!(error instanceof ProviderRefusal)) throw error
    context.log.warn({ err: error }, 'the card provider has refused its page of cards')
    return ''
  }
}
