import { isCharged, readDecimal, type Decimal } from '#contract/billing/exact.ts'
import { currencies } from '#contract/money.ts'
import type { PriceRecord } from './price-store.ts'

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

/** What a month of a plan costs in a currency; null: nothing is said of it. */
export const monthPrice = (prices: readonly PriceRecord[], planId: string, currency: string): Price | null =>
  priced(prices.find((price) => isOf(currency, planId, price)))

const isSold = ({ product }: PriceRecord): boolean => product !== 'email'

/** Currencies to choose from: the church's own, then every known one that something is sold in, by code. */
export function currenciesOf(prices: readonly PriceRecord[], own: string): string[] {
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
