import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeFor, isCharged, minorOf, roundedUp, stepOf } from '#contract/billing/exact.ts'
import { currencies } from '#contract/money.ts'
import { checkSum, offeredFor } from '../providers/amounts.ts'

const currency = fc.constantFrom(...[...currencies.keys()].filter(isCharged))
const price = fc.record({ units: fc.bigInt({ min: 1n, max: 10n ** 9n }), scale: fc.integer({ min: 0, max: 4 }) })
const months = fc.bigInt({ min: 1n, max: 24n })
const days = fc.bigInt({ min: 0n, max: 800n })

test('every sum of months and a part of them for a dearer plan is one that its providers take', () => {
  fc.assert(
    fc.property(currency, price, price, months, days, (code, perMonth, dearer, count, left) => {
      const terms = [
        { price: perMonth, count },
        { price: dearer, count: left, parts: 30n },
      ]
      const amountMinor = Number(chargeFor(terms, code))
      // What comes to nothing is not sold.
      fc.pre(amountMinor > 0)
      for (const provider of offeredFor('subscription', code))
        expect(() => checkSum(provider, { amountMinor, currency: code })).not.toThrow()
    }),
  )
})

test('every sum of units is one that its providers take', () => {
  fc.assert(
    fc.property(currency, price, (code, amount) => {
      const amountMinor = Number(minorOf(roundedUp(amount), code))
      for (const provider of offeredFor('units', code))
        expect(() => checkSum(provider, { amountMinor, currency: code })).not.toThrow()
    }),
  )
})

test('a part of a shilling of Uganda is rounded once, halves up, and of other money is charged', () => {
  const sum = (units: bigint, code: string) => chargeFor([{ price: { units, scale: 2 }, count: 1n }], code)
  expect([12_349n, 12_350n, 49n].map((units) => sum(units, 'UGX'))).toEqual([12_300n, 12_400n, 0n])
  expect(sum(12_349n, 'KES')).toBe(12_349n)
  expect([...currencies.keys()].filter((code) => stepOf(code) !== 1)).toEqual(['UGX'])
})
