import { chargeFor, isCharged, isHalfWay, minorOf, readDecimal, roundedUp, unitsFor } from '#contract/billing/exact.ts'
import type { Payment, Purchase } from '#contract/billing/payments.ts'
import { dayIn } from '../../platform/clock.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { monthPrice, smsPrice, type Price } from './pricing.ts'
import {
  selectPlans,
  selectSubscription,
  type SubscriptionRecord,
  daysLeft,
  newExpiry,
  upgradeTerm,
} from '../subscription/index.ts'
import { selectPrices, type PriceRecord } from './price-store.ts'

/** What a purchase comes to, and what it is made of. */
export type Quote = {
  purpose: Purchase['purpose']
  currency: string
  amountMinor: number
  priceId: string
  units: number | null
  /** Units that a client which reckons in floats may show for it: one less at an exact half-way; null: not units. */
  unitsInFloats: number | null
  planId: string | null
  months: number | null
  /** What the extra for a dearer plan was reckoned on; null for units, the plan for a trial too. */
  quotedPlanId: string | null
  quotedExpiresOn: string | null
  /** Last day that it is good for, as of now; null for units. */
  expiresOn: string | null
  lines: Payment['lines']
}

type UnitsPurchase = Extract<Purchase, { purpose: 'units' }>
type SubscriptionPurchase = Extract<Purchase, { purpose: 'subscription' }>

/**
 * What a purchase costs this church at this moment: all of it is the server's reckoning. Throws `no_price`,
 * `plan_too_small`, and `invalid_input` for an amount that buys nothing.
 */
export async function quotePurchase(tx: Tx, tenantId: TenantId, purchase: Purchase, at: Date): Promise<Quote> {
  const church = await selectSubscription(tx, tenantId)
  if (!church) throw new ApiError('not_found')
  if (!isCharged(purchase.currency)) throw new ApiError('no_price')
  const prices = await selectPrices(tx, church.isoCode)
  if (purchase.purpose === 'units') return quoteUnits(purchase, smsPrice(prices, purchase.currency))
  return quoteMonths(tx, purchase, { church, prices, today: dayIn(church.timeZone, at) })
}

function quoteUnits({ currency, amount }: UnitsPurchase, price: Price | null): Quote {
  if (!price) throw new ApiError('no_price')
  const paid = readDecimal(amount)
  const units = paid ? Number(unitsFor(paid, price.amount)) : 0
  if (!paid || units === 0) throw new ApiError('invalid_input', { fields: { amount: 'Please enter amount' } })
  const amountMinor = Number(minorOf(roundedUp(paid), currency))
  const lines = [{ what: 'units' as const, count: units, amountMinor }]
  const nothing = { planId: null, months: null, expiresOn: null, quotedPlanId: null, quotedExpiresOn: null }
  const unitsInFloats = isHalfWay(paid, price.amount) ? units - 1 : units
  return { purpose: 'units', currency, amountMinor, priceId: price.id, units, unitsInFloats, lines, ...nothing }
}

type Church = { church: SubscriptionRecord; prices: PriceRecord[]; today: string }

async function quoteMonths(
  tx: Tx,
  { currency, planId, months }: SubscriptionPurchase,
  { church, prices, today }: Church,
): Promise<Quote> {
  const plan = (await selectPlans(tx)).find(({ id }) => id === planId)
  const price = plan ? monthPrice(prices, plan.id, currency) : null
  if (!plan || !price) throw new ApiError('no_price')
  if (plan.membershipSize < church.people)
    throw new ApiError('plan_too_small', {
      message: `${inEnglish(church.people)} people are registered, and this plan allows ${inEnglish(plan.membershipSize)}.`,
      fields: { people: String(church.people), most: String(plan.membershipSize) },
    })
  const present = church.planId === null ? null : monthPrice(prices, church.planId, currency)
  const remaining = daysLeft(church.expiresOn, today)
  // Only a trial's days are free: of a plan that has no price here, nobody knows how much dearer the new one is.
  if (church.planId !== null && church.planId !== planId && !present && remaining > 0) throw new ApiError('no_price')
  const upgrade = upgradeTerm({
    present: present && church.planId !== null ? { planId: church.planId, perMonth: present.amount } : null,
    chosen: { planId, perMonth: price.amount },
    daysLeft: remaining,
  })
  const term = { price: price.amount, count: BigInt(months) }
  const amountMinor = Number(chargeFor(upgrade ? [term, upgrade] : [term], currency))
  if (amountMinor === 0) throw new ApiError('no_price')
  // The sum is rounded once; the lines add up to it.
  const ofMonths = Number(chargeFor([term], currency))
  const lines: Payment['lines'] = [{ what: 'months', count: months, amountMinor: ofMonths }]
  if (upgrade) lines.push({ what: 'upgrade', count: remaining, amountMinor: amountMinor - ofMonths })
  const expiresOn = newExpiry(church.expiresOn, months, today)
  return {
    purpose: 'subscription',
    currency,
    amountMinor,
    priceId: price.id,
    units: null,
    unitsInFloats: null,
    planId,
    months,
    quotedPlanId: church.planId,
    quotedExpiresOn: church.expiresOn,
    expiresOn,
    lines,
  }
}

const inEnglish = (count: number): string => count.toLocaleString('en-US')
