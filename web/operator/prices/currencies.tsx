import { isCharged } from '#contract/billing/exact.ts'
import { currencies, symbolOf } from '#contract/money.ts'

/** Currencies that money can be taken in, by code. */
const chargedCurrencies: readonly string[] = [...currencies.keys()].filter(isCharged).toSorted()

/** The currencies that money can be taken in, as options of a select. */
export const CurrencyOptions = () =>
  chargedCurrencies.map((code) => (
    <option key={code} value={code}>
      {symbolOf(code) === code ? code : `${code} (${symbolOf(code)})`}
    </option>
  ))
