import { currencies } from '../money.ts'

/** An exact decimal: `units` × 10^-`scale`. */
export type Decimal = { units: bigint; scale: number }

const DECIMAL = /^(\d{1,15})(?:\.(\d{1,12}))?$/

/** Reads `1000.4`; null for anything else: signs, exponents, commas, more than 15 digits before the point. */
export function readDecimal(text: string): Decimal | null {
  const [, whole, part = ''] = DECIMAL.exec(text.trim()) ?? []
  return whole === undefined ? null : { units: BigInt(whole + part), scale: part.length }
}

const ten = (power: number): bigint => 10n ** BigInt(power)

/** Rounded half up; both are whole and not negative, `below` is not zero. */
const divide = (above: bigint, below: bigint): bigint => (above * 2n + below) / (below * 2n)

/** How many units an amount buys: amount ÷ price from the unrounded amount, to the nearest whole number, halves up. */
export function unitsFor(amount: Decimal, price: Decimal): bigint {
  return divide(amount.units * ten(price.scale), price.units * ten(amount.scale))
}

/** The amount rounded up to a whole major unit, as a number of major units. */
export const roundedUp = ({ units, scale }: Decimal): bigint => (units + ten(scale) - 1n) / ten(scale)

/** Decimals of a currency's amounts; a currency we do not know has two. */
export const exponentOf = (currency: string): number => currencies.get(currency)?.exponent ?? 2

/** Minor units of a whole number of major units. */
export const minorOf = (major: bigint, currency: string): bigint => major * ten(exponentOf(currency))

/** `price` × `count` ÷ `parts` in minor units of the currency, rounded once, halves up. */
export function minorFor(
  price: Decimal,
  currency: string,
  { count, parts = 1n }: { count: bigint; parts?: bigint },
): bigint {
  return divide(price.units * count * ten(exponentOf(currency)), ten(price.scale) * parts)
}
