import { useTexts } from '../../languages/index.ts'
import { useCountryName } from '../../languages/names.ts'
import type { Offer } from './offers.ts'

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
