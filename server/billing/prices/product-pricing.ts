import type { productPricingByCountryId as call } from '#contract/billing/existing-clients.ts'
import type { Answer } from '#contract/endpoint.ts'
import { symbolOf } from '#contract/money.ts'
import { listCountries } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { currencyFor } from './price-list.ts'
import { selectPlans, selectPrices } from './price-store.ts'

const names = { sms: 'SMS', email: 'Email', subscription: 'Subscription' } as const

/** The prices of a country in one currency: units first, then plans, the smallest first. Throws `not_found`. */
export async function productPricing(tx: Tx, countryId: number): Promise<Answer<typeof call>> {
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
