import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorFor, readDecimal, type Decimal } from '#contract/billing/exact.ts'
import { addDays, dayIn, daysBetween } from '../../platform/runtime/index.ts'
import { addMonths, isDay, daysLeft, newExpiry, nextPaymentDue, renewalDay, statusOn, upgradeTerm } from './term.ts'

const decimal = (text: string): Decimal => readDecimal(text) ?? { units: 0n, scale: 0 }

describe('calendar months', () => {
  test.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2027-03-31', 1, '2027-04-30'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2000-01-31', 1, '2000-02-29'],
    ['2100-01-31', 1, '2100-02-28'],
    ['2026-12-31', 12, '2027-12-31'],
    ['9999-12-31', 12, '9999-12-31'],
  ])('%s and %i months are %s', (day, months, expected) => expect(addMonths(day, months)).toBe(expected))

  const anyDay = fc.integer({ min: 0, max: 50_000 }).map((days) => addDays('1990-01-01', days))

  test('never leave the month they should lead to', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 12 }), (day, months) => {
        const reached = addMonths(day, months)
        const [year = 0, month = 0] = day.split('-').map(Number)
        const [reachedYear = 0, reachedMonth = 0] = reached.split('-').map(Number)
        return isDay(reached) && reachedYear * 12 + reachedMonth === year * 12 + month + months
      }),
    )
  })

  test('days are counted without hours', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -400, max: 400 }),
        (day, days) => daysBetween(day, addDays(day, days)) === days,
      ),
    )
    expect(['2026-02-30', '2026-13-01', '2026-1-1', '', 'tomorrow', '2028-02-29'].map(isDay)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ])
  })
})

describe('the expiry', () => {
  test('months begin when what was paid is over, or today', () => {
    expect(newExpiry('2027-01-31', 1, '2027-01-10')).toBe('2027-02-28')
    expect(newExpiry('2026-06-01', 1, '2027-01-10')).toBe('2027-02-10')
    expect(newExpiry('2027-01-10', 3, '2027-01-10')).toBe('2027-04-10')
  })

  test('the day after is the one of the renewal', () => {
    expect(['2027-02-28', '2027-12-31', '9999-12-31'].map(renewalDay)).toEqual([
      '2027-03-01',
      '2028-01-01',
      '9999-12-31',
    ])
  })

  test('the next payment is due two days before', () => {
    expect(nextPaymentDue('2027-03-01')).toBe('2027-02-27')
    expect(nextPaymentDue('2028-03-01')).toBe('2028-02-28')
  })

  // The server may stand anywhere: only the church's own midnight counts.
  test.each([
    ['Pacific/Pago_Pago', '2027-03-02T10:59:59.999Z', '2027-03-02T11:00:00.000Z'],
    ['America/New_York', '2027-03-02T04:59:59.999Z', '2027-03-02T05:00:00.000Z'],
    ['Africa/Lagos', '2027-03-01T22:59:59.999Z', '2027-03-01T23:00:00.000Z'],
    ['Asia/Kathmandu', '2027-03-01T18:14:59.999Z', '2027-03-01T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2027-03-01T09:59:59.999Z', '2027-03-01T10:00:00.000Z'],
  ])('in %s it is active until the midnight that ends the expiry day', (zone, last, first) => {
    const status = (at: string) => statusOn('2027-03-01', dayIn(zone, new Date(at)))
    expect([status(last), status(first)]).toEqual(['Active', 'InActive'])
  })
})

describe('the extra for a dearer plan', () => {
  const small = { planId: 'small', perMonth: decimal('3000') }
  const large = { planId: 'large', perMonth: decimal('10000.50') }
  const extra = (change: Partial<Parameters<typeof upgradeTerm>[0]>): bigint | null => {
    const term = upgradeTerm({ present: small, chosen: large, daysLeft: 12, ...change })
    return term && minorFor([term], 'NGN')
  }

  test('is a thirtieth of the difference for each day that is left', () => {
    expect(extra({})).toBe(280_020n)
    expect(extra({ daysLeft: 1 })).toBe(23_335n)
    expect(extra({ daysLeft: daysLeft('2027-03-31', '2027-03-19') })).toBe(280_020n)
  })

  test.each([
    ['the plan stays', { chosen: { ...small, perMonth: decimal('9000') } }],
    ['no day is left', { daysLeft: 0 }],
    ['the new plan is cheaper', { present: large, chosen: small }],
    ['the new plan costs the same', { chosen: { planId: 'large', perMonth: decimal('3000.00') } }],
    ['there was a trial, or no price in this currency', { present: null }],
  ])('is nothing when %s', (_when, change) => expect(extra(change)).toBeNull())

  test('an expiry that is over or today leaves no days', () => {
    expect([daysLeft('2027-03-19', '2027-03-19'), daysLeft('2026-03-19', '2027-03-19')]).toEqual([0, 0])
  })
})
