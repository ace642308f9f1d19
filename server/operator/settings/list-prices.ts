import type { Answer } from '#contract/endpoint.ts'
import type { DeskPrices, listPrices as call } from '#contract/operator/settings.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectPlans, selectPrices, type PriceRecord } from './price-store.ts'

/** Plans, and what everything costs by country and currency at present. */
export async function listPrices(tx: Tx): Promise<Answer<typeof call>> {
  const prices = await selectPrices(tx)
  const pricesOf = (product: PriceRecord['product'], planId: string | null = null): DeskPrices['sms'] =>
    prices.filter((price) => price.product === product && price.planId === planId).map(presentPrice)
  const plans = await selectPlans(tx)
  return {
    plans: plans.map((plan) => ({ ...plan, prices: pricesOf('subscription', plan.id) })),
    sms: pricesOf('sms'),
    email: pricesOf('email'),
  }
}

const presentPrice = ({ id, isoCode, currency, amount, startedAt }: PriceRecord): DeskPrices['sms'][number] => ({
  id,
  isoCode,
  currency,
  amount,
  startedAt: startedAt.toISOString(),
})
