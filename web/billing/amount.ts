import { minorOf, readDecimal, roundedUp, unitsFor, type Decimal } from '#contract/billing/exact.ts'

/** As much as the server takes. */
const AMOUNT = /^\d{1,9}(\.\d{1,6})?$/
/** `29,50`: no thousands have one or two figures. */
const COMMA_OF_DECIMALS = /,(\d{1,2})$/

/** More figures than those. */
const TOO_MUCH = /^0*[1-9]\d{9,}(\.\d*)?$/

/** Without the separators of thousands and spaces. */
const bare = (typed: string): string =>
  typed
    .trim()
    .replace(COMMA_OF_DECIMALS, '.$1')
    .replaceAll(/[\s,'’]/g, '')

/** The largest amount of a purchase, in whole major units. */
export const AMOUNT_MOST = '999999999'

/** Whether it is an amount, and more than the server takes. */
export const isTooMuch = (typed: string): boolean => TOO_MUCH.test(bare(typed))

/** What was typed for an amount, without the separators of thousands and spaces; null when it is no amount above zero. */
export function readAmount(typed: string): { text: string; amount: Decimal } | null {
  const text = bare(typed)
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
