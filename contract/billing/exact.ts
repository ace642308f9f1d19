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

/** Whether an amount is exactly half-way between two numbers of units: there floats may fall on the lesser one. */
export function isHalfWay(amount: Decimal, price: Decimal): boolean {
  const [above, below] = [amount.units * ten(price.scale) * 2n, price.units * ten(amount.scale)]
  return above % below === 0n && (above / below) % 2n === 1n
}

/** The amount rounded up to a whole major unit, as a number of major units. */
export const roundedUp = ({ units, scale }: Decimal): bigint => (units + ten(scale) - 1n) / ten(scale)

/** Decimals of a currency's amounts; a currency we do not know has two. */
export const exponentOf = (currency: string): number => currencies.get(currency)?.exponent ?? 2

/** Whether money of this currency can be taken: one whose decimals we know, and not withdrawn. */
export function isCharged(currency: string): boolean {
  const known = currencies.get(currency)
  return known !== undefined && known.withdrawn !== true
}

/** Minor units of a whole number of major units. */
export const minorOf = (major: bigint, currency: string): bigint => major * ten(exponentOf(currency))

/** How much dearer `price` is than `other`; zero when it is not. */
export function excess(price: Decimal, other: Decimal): Decimal {
  const scale = Math.max(price.scale, other.scale)
  const difference = price.units * ten(scale - price.scale) - other.units * ten(scale - other.scale)
  return { units: difference > 0n ? difference : 0n, scale }
}

/** A part of a sum: `price` × `count` ÷ `parts`. */
export type Term = { price: Decimal; count: bigint; parts?: bigint }

/** The sum of the terms in minor units of the currency: exact, and rounded once at the end, halves up. */
export const minorFor = (terms: readonly Term[], currency: string): bigint => multipleFor(terms, currency, 1n)

/** Of how many minor units every sum that is charged in a currency is a multiple. */
export const stepOf = (currency: string): number => currencies.get(currency)?.step ?? 1

/** The same as a sum that can be charged: rounded once to the currency's step instead, halves up. */
export const chargeFor = (terms: readonly Term[], currency: string): bigint =>
  multipleFor(terms, currency, BigInt(stepOf(currency)))

function multipleFor(terms: readonly Term[], currency: string, step: bigint): bigint {
  let above = 0n
  let below = 1n
  for (const { price, count, parts = 1n } of terms) {
    const termBelow = ten(price.scale) * parts
    above = above * termBelow + price.units * count * below
    below *= termBelow
  }
  return divide(above * ten(exponentOf(currency)), below * step) * step
}

/** An amount in minor units as the decimal of major units that it is: 354050 NGN is `3540.50`. */
export function majorText(minor: number, currency: string): string {
  const exponent = exponentOf(currency)
  const digits = `${minor}`.padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
