import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies } from '../money.ts'
import {
  excess,
  exponentOf,
  isCharged,
  majorText,
  minorFor,
  minorOf,
  readDecimal,
  roundedUp,
  unitsFor,
  type Decimal,
} from './exact.ts'

const decimal = (text: string): Decimal => {
  const read = readDecimal(text)
  if (!read) throw new Error(`${text} is no decimal`)
  return read
}

describe('reading', () => {
  test.each(['', ' ', '-1', '+1', '1e309', '1e3', 'NaN', 'Infinity', '0x10', '1,000', '1.', '.5', '1.2.3', '١٢', '₦5'])(
    'refuses %j',
    (text) => expect(readDecimal(text)).toBeNull(),
  )

  test.each([
    `${0.1 + 0.2}`,
    '1234567890123456',
    '0.1234567890123',
    '9'.repeat(400),
    `${Number.MAX_VALUE}`,
    `${5e-324}`,
  ])('refuses more digits than it promises: %s', (text) => expect(readDecimal(text)).toBeNull())

  test('keeps every digit of what it takes', () => {
    expect(decimal('999999999999999.999999999999')).toEqual({ units: 999_999_999_999_999_999_999_999_999n, scale: 12 })
    expect(decimal(' 0.30 ')).toEqual({ units: 30n, scale: 2 })
  })
})

describe('units', () => {
  test.each([
    ['8.85', '5.9', 2n],
    ['1000.4', '4.5', 222n],
    ['0', '5.9', 0n],
    ['2.94', '5.9', 0n],
    ['2.95', '5.9', 1n],
    ['2.949999999999', '5.9', 0n],
    ['0.30', '0.1', 3n],
    ['999999999.999999', '0.000001', 999_999_999_999_999n],
  ])('%s at %s are %s', (amount, price, units) => expect(unitsFor(decimal(amount), decimal(price))).toBe(units))

  test('the 3,026 half-way amounts at ₦5.9 all go up, and a kobo less goes down', () => {
    const price = decimal('5.9')
    const wrong = Array.from({ length: 3_026 }, (_, index) => BigInt(index)).filter((index) => {
      const halfWay = { units: (2n * index + 1n) * 295n, scale: 2 }
      return (
        unitsFor(halfWay, price) !== index + 1n || unitsFor({ ...halfWay, units: halfWay.units - 1n }, price) !== index
      )
    })
    expect(wrong).toEqual([])
  })
})

test.each([
  ['1000.4', 1_001n],
  ['1000', 1_000n],
  ['1000.000', 1_000n],
  ['0.000001', 1n],
  ['0', 0n],
])('%s is charged as %s', (amount, major) => expect(roundedUp(decimal(amount))).toBe(major))

describe('currencies', () => {
  test.each(['XAF', 'CLP', 'GNF', 'RWF', 'XOF'])('%s has no decimals', (currency) => {
    expect(minorOf(1_001n, currency)).toBe(1_001n)
    expect(minorFor([{ price: decimal('2950.5'), count: 1n }], currency)).toBe(2_951n)
    expect(majorText(1_001, currency)).toBe('1001')
  })

  test('every other one that we know has two', () => {
    const others = [...currencies.keys()].filter((code) => !['XAF', 'CLP', 'GNF', 'RWF', 'XOF'].includes(code))
    expect(others).toHaveLength(18)
    expect(others.filter((code) => exponentOf(code) !== 2 || minorOf(1n, code) !== 100n)).toEqual([])
    expect([5, 50, 354_050].map((minor) => majorText(minor, 'NGN'))).toEqual(['0.05', '0.50', '3540.50'])
  })

  test('withdrawn and unknown ones are never charged', () => {
    expect(['SLL', 'STD', 'JPY', 'NGN'].map(isCharged)).toEqual([false, false, false, true])
  })
})

test('the dearer price less the other, never below zero', () => {
  expect(excess(decimal('12.5'), decimal('10'))).toEqual({ units: 25n, scale: 1 })
  expect(excess(decimal('10'), decimal('10.000'))).toEqual({ units: 0n, scale: 3 })
  expect(excess(decimal('1'), decimal('2')).units).toBe(0n)
})

const anyDecimal = fc.record({ units: fc.bigInt({ min: 0n, max: 10n ** 18n }), scale: fc.integer({ min: 0, max: 12 }) })
const anyPrice = anyDecimal.filter(({ units }) => units > 0n)
const power = (scale: number): bigint => 10n ** BigInt(scale)

describe('whatever the numbers', () => {
  test('units are the nearest whole number, the higher of two', () => {
    fc.assert(
      fc.property(anyDecimal, anyPrice, (amount, price) => {
        // amount ÷ price as the rational above ÷ below; nearest means −1/2 ≤ units − above/below... with the half upwards.
        const above = amount.units * power(price.scale)
        const below = price.units * power(amount.scale)
        const distance = 2n * (unitsFor(amount, price) * below - above)
        expect(distance).toBeGreaterThan(-below)
        expect(distance).toBeLessThanOrEqual(below)
      }),
    )
  })

  test('the charge covers the amount and is less than one more', () => {
    fc.assert(
      fc.property(anyDecimal, (amount) => {
        const charged = roundedUp(amount) * power(amount.scale)
        expect(charged).toBeGreaterThanOrEqual(amount.units)
        expect(charged - amount.units).toBeLessThan(power(amount.scale))
      }),
    )
  })

  test('a sum is rounded once, whatever its terms', () => {
    const anyTerm = fc.record({
      price: anyDecimal,
      count: fc.bigInt({ min: 0n, max: 400n }),
      parts: fc.constantFrom(1n, 30n, 7n),
    })
    fc.assert(
      fc.property(fc.array(anyTerm, { maxLength: 4 }), fc.constantFrom('NGN', 'XOF'), (terms, currency) => {
        // Everything over one denominator that all of them divide.
        const below = power(12) * 30n * 7n
        const above = terms
          .map(({ price, count, parts }) => price.units * count * power(12 - price.scale) * ((30n * 7n) / parts))
          .reduce((sum, part) => sum + part, 0n)
        const distance = 2n * (minorFor(terms, currency) * below - above * power(exponentOf(currency)))
        expect(distance).toBeGreaterThan(-below)
        expect(distance).toBeLessThanOrEqual(below)
      }),
    )
  })

  test('a decimal that is written is read as it was', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 999_999 }), (whole, part) => {
        const text = `${whole}.${`${part}`.padStart(6, '0')}`
        expect(decimal(text)).toEqual({ units: whole * 1_000_000n + BigInt(part), scale: 6 })
      }),
    )
  })
})
