import type { Pricing } from '#contract/billing/payments.ts'
import { isCharged } from '#contract/billing/exact.ts'
import type { PaymentKeys } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { offeredFor } from '../providers/index.ts'
import { selectPlans } from '../subscription/index.ts'
import { currenciesOf, currencyFor } from './price-list.ts'
import { selectBankAccount, selectPrices } from './price-store.ts'

/** Where a church buys: its country and its own currency. */
type Market = { isoCode: string; currency: string }

/** What things cost for a church in a currency: the one asked for, or the one that suits it. */
export async function readPricing(
  tx: Tx,
  church: Market,
  { wanted, accounts }: { wanted?: string | undefined; accounts: PaymentKeys },
): Promise<Pricing> {
  const prices = await selectPrices(tx, church.isoCode)
  const currency = wanted ?? currencyFor(prices, church.currency)
  const here = prices.filter((price) => price.currency === currency)
  const months = new Map(here.map(({ planId, amount }) => [planId, amount]))
  const plans = await selectPlans(tx)
  const offered = (purpose: 'units' | 'subscription') =>
    offeredFor(purpose, currency).filter((provider) => isCharged(currency) && accounts[provider] !== null)
  return {
    currency,
    currencies: currenciesOf(prices, church.currency),
    smsPrice: here.find(({ product }) => product === 'sms')?.amount ?? null,
    plans: plans.flatMap((plan) => {
      const perMonth = months.get(plan.id)
      return perMonth === undefined ? [] : [{ ...plan, perMonth }]
    }),
    providers: { units: offered('units'), subscription: offered('subscription') },
    bankAccount: await selectBankAccount(tx, currency),
  }
}
