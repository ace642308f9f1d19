import fc from 'fast-check'
import { expect, test } from 'vitest'
import { majorText, readDecimal } from '#contract/billing/exact.ts'
import { currencies } from '#contract/money.ts'
import { minorFrom, offeredFor } from './amounts.ts'
import { majorNumber } from './flutterwave.ts'

const currency = fc.constantFrom(...currencies.keys())
/** Up to fifteen digits: what `readDecimal` reads. */
const minor = fc.oneof(
  fc.nat({ max: 100_000_000 }),
  fc.maxSafeInteger().map((sum) => Math.abs(sum) % 1e15),
)

test('an amount written in major units is read back as the same, in every currency', () => {
  fc.assert(
    fc.property(minor, currency, (sum, code) => {
      expect(minorFrom(majorText(sum, code), code)).toBe(sum)
    }),
  )
})

test('it is written with exactly the decimals of its currency', () => {
  fc.assert(
    fc.property(minor, currency, (sum, code) => {
      expect(readDecimal(majorText(sum, code))?.scale).toBe(currencies.get(code)?.exponent)
    }),
  )
})

test('a JSON number of major units means the same sum', () => {
  fc.assert(
    fc.property(minor, currency, (sum, code) => {
      expect(minorFrom(JSON.stringify(majorNumber(sum, code)), code)).toBe(sum)
    }),
  )
})

test('a sum that a JSON number cannot hold is refused', () => {
  expect(() => majorNumber(2 ** 53 - 1, 'XOF')).toThrow('no sum')
})

test('decimals that a currency does not have, and what is no plain decimal, are no amount', () => {
  for (const wrong of ['0.001', '1e3', '-1.00', '+1', '1,000.00', '', ' ', '.5', '5.', 'NaN', 'Infinity', '0x10'])
    expect([wrong, minorFrom(wrong, 'USD')]).toEqual([wrong, null])
  expect(minorFrom('10.5', 'XOF')).toBe(null)
  expect(minorFrom(0.1 + 0.2, 'USD')).toBe(null)
  expect(minorFrom('999999999999999.99', 'USD')).toBe(null)
  expect(minorFrom(1e21, 'USD')).toBe(null)
})

test('zeros after the last decimal change nothing', () => {
  expect(minorFrom('10.500', 'USD')).toBe(1_050)
  expect(minorFrom('1500.00', 'XOF')).toBe(1_500)
  expect(minorFrom(5_900.5, 'NGN')).toBe(590_050)
})

test('the dialog offers the providers that the seed names for a currency', () => {
  expect(offeredFor('units', 'USD')).toEqual(['stripe'])
  expect(offeredFor('units', 'NGN')).toEqual(['paystack'])
  expect(offeredFor('units', 'GHS')).toEqual(['stripe', 'paystack'])
  expect(offeredFor('subscription', 'USD')).toEqual(['stripe', 'flutterwave', 'paypal'])
  expect(offeredFor('subscription', 'NGN')).toEqual(['stripe', 'paystack', 'flutterwave'])
  expect(offeredFor('subscription', 'IDR')).toEqual(['stripe'])
  expect(offeredFor('subscription', 'SLL')).toEqual([])
})
