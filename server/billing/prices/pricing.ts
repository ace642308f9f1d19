import { isCharged, readDecimal, type Decimal } from '#contract/billing/exact.ts'
import { currencies } from '#contract/money.ts'
import { type PriceRecord, selectBankAccount, selectPrices } from './price-store.ts'
import type { Pricing } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import type { PaymentKeys } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cardProvidersFor, offeredFor } from '../providers/index.ts'
import { selectPlans } from '../subscription/index.ts'

/** Where a church buys: its country and its own currency. */
type Market = { isoCode: string; currency: string }

/** What things cost for a church in a currency: the one asked for, or the one that suits it. */
export async function readPricing(
  tx: Tx,
  church: Market,
  { wanted, accounts, at }: { wanted?: string | undefined; accounts: PaymentKeys; at: Date },
): Promise<Pricing> {
  const prices = await selectPrices(tx, church.isoCode, at)
  const currency = wanted ?? currencyFor(prices, church.currency)
  const here = prices.filter((price) => price.currency === currency)
  const months = new Map(here.map(({ planId, amount }) => [planId, amount]))
  const plans = await selectPlans(tx)
  const isOpen = (provider: Provider) => isCharged(currency) && accounts[provider] !== null
  const offered = (purpose: 'units' | 'subscription') => offeredFor(purpose, currency).filter(isOpen)
  const cards = cardProvidersFor(currency).filter(isOpen)
  return {
    currency,
    currencies: currenciesOf(prices, church.currency),
    smsPrice: here.find(({ product }) => product === 'sms')?.amount ?? null,
    plans: plans.flatMap((plan) => {
      const perMonth = months.get(plan.id)
      return perMonth === undefined ? [] : [{ ...plan, perMonth }]
    }),
    providers: { units: offered('units'), subscription: offered('subscription'), cards },
    bankAccount: await selectBankAccount(tx, currency),
  }
}

/** A price as it is charged. */
export type Price = { id: string; amount: Decimal }

const isOf = (currency: string, planId: string | null, price: PriceRecord): boolean =>
  price.currency === currency &&
  (planId === null ? price.product === 'sms' : price.product === 'subscription' && price.planId === planId)

const priced = (price: PriceRecord | undefined): Price | null => {
  const amount = price && readDecimal(price.amount)
  return price && amount ? { id: price.id, amount } : null
}

/** What one SMS unit costs in a currency; null: nothing is said of it. */
export const smsPrice = (prices: readonly PriceRecord[], currency: string): Price | null =>
  priced(prices.find((price) => isOf(currency, null, price)))

/** What one SMS unit costs a church, in the currency that suits it; null: nothing is said of it. */
export async function unitPriceOf(
  tx: Tx,
  church: Market,
  at: Date,
): Promise<{ amount: Decimal; currency: string } | null> {
  const prices = await selectPrices(tx, church.isoCode, at)
  const currency = currencyFor(prices, church.currency)
  const price = smsPrice(prices, currency)
  return price && { amount: price.amount, currency }
}

/** What a month of a plan costs in a currency; null: nothing is said of it. */
export const monthPrice = (prices: readonly PriceRecord[], planId: string, currency: string): Price | null =>
  priced(prices.find((price) => isOf(currency, planId, price)))

const isSold = ({ product }: PriceRecord): boolean => product !== 'email'

/** Currencies to choose from: the church's own, then every known one that something is sold in, by code. */
function currenciesOf(prices: readonly PriceRecord[], own: string): string[] {
  const others = new Set(prices.filter(isSold).map(({ currency }) => currency))
  others.delete(own)
  const known = [...others].filter((code) => currencies.has(code)).sort()
  return currencies.has(own) ? [own, ...known] : known
}

const DEFAULT_CURRENCY = 'USD'

/** The church's own currency while it can pay in it, otherwise dollars. */
export function currencyFor(prices: readonly PriceRecord[], own: string): string {
  const isUsed = prices.some((price) => isSold(price) && price.currency === own)
  return isUsed && isCharged(own) ? own : DEFAULT_CURRENCY
}
