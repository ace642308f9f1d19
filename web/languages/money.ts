import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { exponentOf } from '#contract/billing/exact.ts'
import { signBefore } from '#contract/money.ts'

/** Where a line ends, a sign stays with its amount. */
const GAP = '\u00a0'

/** Amounts as people read them: ₦25,000, CFA 2,950, $9.50; whole amounts without decimals. */
export function useMoney() {
  const { i18n } = useLingui()
  return useMemo(() => {
    const plain = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 6 })
    const exact = new Intl.NumberFormat(i18n.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    const inMajor = (amountMinor: number, currency: string) => {
      const major = amountMinor / 10 ** exponentOf(currency)
      return (Number.isInteger(major) ? plain : exact).format(major)
    }
    return {
      /** Of minor units. */
      minor: (amountMinor: number, currency: string) => signBefore(currency, GAP) + inMajor(amountMinor, currency),
      /** Of minor units, where the currency is named beside. */
      plain: inMajor,
      /** Of an exact decimal in major units, such as a price of 5.9. */
      decimal: (amount: string, currency: string) => signBefore(currency, GAP) + plain.format(Number(amount)),
    }
  }, [i18n.locale])
}
