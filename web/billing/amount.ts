import { minorOf, readDecimal, roundedUp, unitsFor, type Decimal } from '#contract/billing/exact.ts'

/** What was typed for an amount, without the separators of thousands and spaces; null when it is no amount above zero. */
export function readAmount(typed: string): { text: string; amount: Decimal } | null {
  const text = typed.replaceAll(/[\s,'’]/g, '')
  const amount = readDecimal(text)
  return amount && amount.units > 0n && text.length <= 16 ? { text, amount } : null
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
