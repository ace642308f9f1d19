import { useLingui } from '@lingui/react'
import { exponentOf } from '#contract/billing/exact.ts'
import { signBefore } from '#contract/money.ts'
import { keptBy, once } from './kept.ts'

/** Where a line ends, a sign stays with its amount. */
const GAP = '\u00a0'

/** Amounts as people read them: ₦25,000, CFA 2,950, $9.50; whole amounts without decimals. */
export function moneyIn(language: string) {
  const plain = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 6 }))
  const exact = once(() => new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }))
  const inMajor = (amountMinor: number, currency: string) => {
    const major = amountMinor / 10 ** exponentOf(currency)
    return (Number.isInteger(major) ? plain() : exact()).format(major)
  }
  return {
    /** Of minor units. */
    minor: (amountMinor: number, currency: string) => signBefore(currency, GAP) + inMajor(amountMinor, currency),
    /** Of minor units, where the currency is named beside. */
    plain: inMajor,
    /** Of an exact decimal in major units, such as a price of 5.9. */
    decimal: (amount: string, currency: string) => signBefore(currency, GAP) + plain().format(Number(amount)),
  }
}

/** One for all amounts of a language. */
const inLanguage = keptBy(moneyIn)

/** Amounts in the user's language. */
export const useMoney = () => inLanguage(useLingui().i18n.locale)
