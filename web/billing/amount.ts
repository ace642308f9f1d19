import { minorOf, readDecimal, roundedUp, unitsFor, type Decimal } from '#contract/billing/exact.ts'

/** As much as the server takes. */
const AMOUNT = /^\d{1,9}(\.\d{1,6})?$/
/** `29,50`: no thousands have one or two figures. */
const COMMA_OF_DECIMALS = /,(\d{1,2})$/

/** What was typed for an amount, without the separators of thousands and spaces; null when it is no amount above zero. */
export function readAmount(typed: string): { text: string; amount: Decimal } | null {
  const text = typed
    .trim()
    .replace(COMMA_OF_DECIMALS, '.$1')
    .replaceAll(/[\s,'’]/g, '')
  const amount = AMOUNT.test(text) ? readDecimal(text) : null
  return amount && amount.units > 0n ? { text, amount } : null
}

/** Units and total as they are shown while typing; the server computes the same. */
export function preview(
  amount: Decimal,
  price: string,
  currency: string,
): { units: bigint; totalMinor: bigint } | null {
  const perUnit = readDecimal(price)
  if (!perUnit) return null
  return { units: unitsFor(amount, perUnit), totalMinor: minorOf(roundedUp(amount), currency) }
}
