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
import type { Provider } from '#contract/billing/providers.ts'
import { symbolOf } from '#contract/money.ts'
import { listCountries } from '../../identity/index.ts'

export function existingClientRoutes(serve: Serve, context: PaymentContext): void {
  serve(calls.productPricingByCountryId, ({ query }) =>
    context.database.withoutTenant((tx) => productPricing(tx, query.CountryID)),
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
    const payment = await startCheckout(context, { tenantId, order, whileGated: gate !== 'open', transact })
    const { reference, checkoutUrl } = payment
    return {
      status: checkoutUrl !== null,
      transactionReference: reference,
      clientSecret: null,
      checkoutUrl: checkoutUrl ?? '',
    }
  })
  serve(calls.confirmSmsPayment, ({ query, caller: { tenantId }, at }) =>
    confirmSmsPayment(context, { ...query, tenantId, at }),
  )
  serve(calls.stripeCustomerPortal, async ({ caller: { tenantId, gate } }) => ({
    data: await customerPortal(context, { tenantId, whileGated: gate !== 'open' }),
  }))
}

const names = { sms: 'SMS', email: 'Email', subscription: 'Subscription' } as const

/** The prices of a country in one currency: units first, then plans, the smallest first. Throws `not_found`. */
async function productPricing(tx: Tx, countryId: number): Promise<Answer<typeof call>> {
  const country = listCountries().find(({ id }) => id === countryId)
  if (!country) throw new ApiError('not_found')
  const prices = await selectPrices(tx, country.isoCode)
  const code = currencyFor(prices, country.currency)
  const currency = { id: code, shortCode: code, symbol: symbolOf(code) }
  const plans = await selectPlans(tx)
  const here = prices.filter((price) => price.currency === code)
  const units = here.filter(({ product }) => product !== 'subscription').map((price) => ({ price, plan: null }))
  const months = plans.flatMap((plan) =>
    here.filter(({ planId }) => planId === plan.id).map((price) => ({ price, plan })),
  )
  return [...units, ...months].map(({ price, plan }, index) => ({
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

const MILLION = 1_000_000n

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
 * Whether a purchase of units has been paid, by the word of its provider. False for another church's reference, an unknown
 * one, and an `id` that contradicts what the provider says; then nothing happens. Throws `provider_unavailable`.
 */
async function confirmSmsPayment(context: PaymentContext, { tenantId, id, txnref, at }: Claimed): Promise<boolean> {
  const reference = txnref || id
  if (!reference) return false
  const payment = await context.database.withTenant(tenantId, async (tx) => {
    const paymentId = await selectIdOf(tx, tenantId, reference)
    return paymentId === null ? null : selectPayment(tx, tenantId, paymentId)
  })
  if (payment?.purpose !== 'units') return false
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

const DECIMALS = 6

const PLAIN = /^(\d{1,40})(?:\.(\d{1,40}))?$/

/** What `String` makes of a positive number below 10^21. */
const WRITTEN = /^(\d+)(?:\.(\d+))?(?:e-(\d+))?$/

/**
 * What a client's number means: the shortest decimal that is this number, or the text as it stands, rounded half up to six
 * decimals, in millionths. So the noise of reckoning is gone, and 0.1 + 0.2 is 0.3. Null: no positive number, or none that
 * is written plainly.
 */
export function claimedNumber(claimed: number | string): bigint | null {
  const written = typeof claimed === 'number' ? WRITTEN.exec(String(claimed)) : PLAIN.exec(claimed.trim())
  const [, whole, part = '', exponent = '0'] = written ?? []
  if (whole === undefined) return null
  const above = BigInt(whole + part) * 10n ** BigInt(DECIMALS)
  const below = 10n ** BigInt(part.length + Number(exponent))
  const millionths = (above * 2n + below) / (below * 2n)
  return millionths > 0n ? millionths : null
}

/** Millionths as a plain decimal: 300000 is `0.3`. */
export function plainDecimal(millionths: bigint): string {
  const digits = `${millionths}`.padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '')
}
