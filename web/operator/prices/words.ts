import { useTexts } from '../../languages/index.ts'
import { useCountryName } from '../../languages/names.ts'
import type { ConsolePlan, ConsolePrices } from '#contract/operator/settings.ts'

/** Something that is sold: SMS units, e-mails, or months of a plan. */
export type Offer = {
  /** Stands in the address: `sms`, `email`, or a plan's id. */
  id: string
  product: 'sms' | 'email' | 'subscription'
  plan: ConsolePlan | null
  prices: ConsolePlan['prices']
}

/** Everything that is sold, in the order to show it. */
export const offersOf = ({ plans, sms, email }: ConsolePrices): Offer[] => [
  { id: 'sms', product: 'sms', plan: null, prices: sms },
  { id: 'email', product: 'email', plan: null, prices: email },
  ...plans.map((plan): Offer => ({ id: plan.id, product: 'subscription', plan, prices: plan.prices })),
]

/** What is looked at; it stands in the address. */
export const pricesFilterOf = (address: Record<string, unknown>): { of?: string } => {
  const wanted = address['of']
  return typeof wanted === 'string' && /^[\w-]{1,40}$/.test(wanted) ? { of: wanted } : {}
}

/** What is sold, in words. */
export function useOfferName() {
  const t = useTexts()
  return ({ product, plan }: Offer): string => {
    if (plan) return plan.name
    return t(product === 'sms' ? 'operator.prices.sms' : 'operator.prices.email')
  }
}

/** Where a price is for. */
export function usePricePlace() {
  const t = useTexts()
  const countryName = useCountryName()
  return ({ isoCode }: { isoCode: string | null }): string =>
    isoCode ? countryName(isoCode) : t('operator.prices.elsewhere')
}
