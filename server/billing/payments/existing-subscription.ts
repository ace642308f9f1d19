import type * as calls from '#contract/billing/existing-clients.ts'
import { exponentOf } from '#contract/billing/exact.ts'
import { MONTHS_MOST } from '#contract/billing/payments.ts'
import { providers } from '#contract/billing/providers.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { symbolOf } from '#contract/money.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { offeredFor } from '../providers/index.ts'
import { currencyFor, isPriceId, selectPrices, type Quote } from '../prices/index.ts'
import { openBook, periodOn, selectPlans } from '../subscription/index.ts'
import type { CheckoutOrder } from './checkout/place-order.ts'
import { claimedNumber } from './claimed-number.ts'

type Church = { isoCode: string; currency: string }
type Body = Received<typeof calls.initializeSubscription>['body']

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const CODE = /^[A-Z]{3}$/

/**
 * The order that an existing client's body is: plan and months are what it chooses, its total and the price that it names only
 * have to agree with ours. Throws
 * `invalid_input` for months or a gateway that make no sense, and `plan_not_offered` for an id that is none of ours.
 */
export async function subscriptionOrder(
  tx: Tx,
  body: Body,
  { church, at }: { church: Church; at: Date },
): Promise<Omit<CheckoutOrder, 'accountId' | 'actor' | 'at'>> {
  const months = monthsOf(body.durationInMonths)
  const provider = providers.find((name) => name === body.paymentGateway.trim().toLowerCase())
  if (!provider)
    throw new ApiError('invalid_input', { fields: { paymentGateway: 'Stripe, Paystack, Flutterwave or PayPal.' } })
  const planId = body.subscriptionPlanID.trim().toLowerCase()
  if (!UUID.test(planId)) throw new ApiError('plan_not_offered')
  const named = [body.currency, body.currencyId].find((code) => typeof code === 'string' && CODE.test(code))
  const prices = await selectPrices(tx, church.isoCode, at)
  const currency = typeof named === 'string' ? named : currencyFor(prices, church.currency)
  const claimed = body.totalAmount === undefined || body.totalAmount === null ? null : claimedNumber(body.totalAmount)
  if (body.totalAmount !== undefined && body.totalAmount !== null && claimed === null) throw wrongTotal()
  const priceId = await priceNamed(tx, body.productPriceId)
  return {
    purchase: { purpose: 'subscription', currency, planId, months },
    provider,
    offered: offeredFor('subscription', currency),
    isAsShown: (quote) =>
      (claimed === null || agrees(claimed, quote)) && (priceId === null || priceId === quote.priceId),
  }
}

/** The price of ours that a client names; null: what it calls prices by itself is its own affair. */
async function priceNamed(tx: Tx, claimed: Body['productPriceId']): Promise<string | null> {
  const id = typeof claimed === 'string' ? claimed.trim().toLowerCase() : ''
  return UUID.test(id) && (await isPriceId(tx, id)) ? id : null
}

const wrongTotal = (): ApiError => new ApiError('invalid_input', { fields: { totalAmount: 'This is no sum.' } })

function monthsOf(claimed: Body['durationInMonths']): number {
  const millionths = claimedNumber(claimed)
  const months = millionths !== null && millionths % 1_000_000n === 0n ? Number(millionths / 1_000_000n) : 0
  if (months >= 1 && months <= MONTHS_MOST) return months
  throw new ApiError('invalid_input', { fields: { durationInMonths: `From 1 to ${MONTHS_MOST} months.` } })
}

/**
 * Whether a total that a client shows is ours: to the minor unit, or rounded up to a whole major one. Clients that reckon a
 * thirtieth of the price for each day that is left show more than is charged, and are taken too.
 */
function agrees(claimed: bigint, { amountMinor, lines, daysLeft, currency }: Quote): boolean {
  const minor = 10n ** BigInt(6 - exponentOf(currency))
  const major = 1_000_000n
  const [months] = lines
  const perDay = months ? (BigInt(months.amountMinor) * minor) / BigInt(months.count * 30) : 0n
  const ours = BigInt(amountMinor) * minor
  const withDays = BigInt(months?.amountMinor ?? 0) * minor + perDay * BigInt(daysLeft)
  const isNear = (sum: bigint, most: bigint) => claimed - sum < most && sum - claimed < most
  const isShown = isNear(ours, minor) || (claimed % major === 0n && claimed >= ours && claimed - ours < major)
  return isShown || (withDays >= ours && isNear(withDays, major))
}

/** What a church is subscribed to, in the flat shape of existing clients. */
export async function currentSubscription(
  tx: Tx,
  tenantId: TenantId,
  at: Date,
): Promise<Answer<typeof calls.subscriptions>> {
  const book = await openBook(tx, tenantId, at)
  if (!book) throw new ApiError('not_found')
  const { record, term, today, entries } = book
  const prices = await selectPrices(tx, record.isoCode, at)
  const code = currencyFor(prices, record.currency)
  const { plan } = periodOn(term, today)
  const monthIn = (planId: string | null, currency: string): number =>
    Number(
      prices.find((price) => price.planId === planId && planId !== null && price.currency === currency)?.amount ?? 0,
    )
  const currency = { id: code, shortCode: code, symbol: symbolOf(code) }
  const plans = (await selectPlans(tx)).filter(({ id }) => monthIn(id, code) > 0)
  const units = prices.filter((price) => price.planId === null && price.currency === code)
  return {
    id: plan.id,
    amount: monthIn(plan.id, code),
    amountInNaira: monthIn(plan.id, 'NGN'),
    amountInDollar: monthIn(plan.id, 'USD'),
    description: plan.name,
    membershipSize: plan.membershipSize,
    subscriptionExpiration: record.expiresOn,
    modifiedSubcriptionDate: (entries.at(-1)?.at ?? record.createdAt).toISOString(),
    subscriptionPlans: plans.map(({ id, name, membershipSize }, index) => ({
      id,
      description: name,
      membershipSize,
      amount: monthIn(id, code),
      amountInNaira: monthIn(id, 'NGN'),
      amountInDollar: monthIn(id, 'USD'),
      price: monthIn(id, code),
      order: index + 1,
      currency,
    })),
    productsList: units.map(({ id, product, amount }) => ({
      id,
      name: product === 'sms' ? ('SMS' as const) : ('Email' as const),
      price: Number(amount),
      type: product,
    })),
  }
}
