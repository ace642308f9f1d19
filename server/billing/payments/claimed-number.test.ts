import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimedNumber, plainDecimal } from './claimed-number.ts'

test.each([
  [0.1 + 0.2, '0.3'],
  [1000.4, '1000.4'],
  ['1000.4', '1000.4'],
  [' 5.90 ', '5.9'],
  ['0.30000000000000004', '0.3'],
  ['007', '7'],
  [8.850000000000001, '8.85'],
  [1e-6, '0.000001'],
  [5e-7, '0.000001'],
  ['0.0000005', '0.000001'],
  [1.5e-6, '0.000002'],
  [999_999_999.999_999, '999999999.999999'],
  [1e20, '100000000000000000000'],
])('%s is %s', (claimed, decimal) => {
  const millionths = claimedNumber(claimed)
  expect(millionths === null ? null : plainDecimal(millionths)).toBe(decimal)
})

test.each([0, -0, -1, 4e-7, Number.NaN, Infinity, -Infinity, 1e21, Number.MAX_VALUE, Number.MIN_VALUE])(
  '%s is no amount',
  (number) => expect(claimedNumber(number)).toBeNull(),
)
test.each([
  '',
  ' ',
  '0',
  '0.0',
  '-1',
  '+1',
  '1e3',
  '1,000',
  '1.',
  '.5',
  'NaN',
  'Infinity',
  '0x10',
  '١٢',
  '1 000',
  '1\n2',
])('the text "%s" is no amount', (text) => expect(claimedNumber(text)).toBeNull())

test('every decimal of at most six places comes through as it is, as text and as number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 999_999 }), (whole, part) => {
      fc.pre(whole > 0 || part > 0)
      const text = `${whole}.${String(part).padStart(6, '0')}`
      const exact = BigInt(whole) * 1_000_000n + BigInt(part)
      expect([claimedNumber(text), claimedNumber(Number(text))]).toEqual([exact, exact])
      expect(Number(plainDecimal(exact))).toBe(Number(text))
    }),
  )
})

test('whatever number it is, nothing is thrown and nothing negative comes out', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.string()), (claimed) => {
      const millionths = claimedNumber(claimed)
      expect(millionths === null || millionths > 0n).toBe(true)
    }),
  )
})
