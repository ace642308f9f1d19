import type { Payment } from '#contract/billing/payments.ts'
import { useTexts } from '../languages/index.ts'

type Bought = Pick<Payment, 'purpose' | 'units' | 'planName' | 'months'>

/** What a payment is for, as a line of its own: "For 1,000 SMS units". */
export function useWhat() {
  const t = useTexts()
  return ({ purpose, units, planName, months }: Bought): string =>
    purpose === 'units'
      ? t('billing.transfer.forUnits', { units: units ?? 0 })
      : t('billing.transfer.forMonths', { plan: planName ?? '', months: months ?? 0 })
}
