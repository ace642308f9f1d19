import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorFor, readDecimal, type Decimal } from '#contract/billing/exact.ts'
import { addDays, addMonths, dayIn } from '../../platform/runtime/index.ts'
import {
  daysLeft,
  lastDayOf,
  newExpiry,
  nextPaymentDue,
  periodOn,
  remainingOf,
  renewalDay,
  statusOn,
  termOf,
  upcomingOf,
  upgradeTerm,
  type TermEntry,
  type TermPlan,
} from './periods.ts'

const plan = (id: string | null, membershipSize = 100): TermPlan => ({ id, name: id ?? 'Trial', membershipSize })
const [trial, small, large] = [plan(null), plan('small'), plan('large', 500)]
const opened = (on: TermPlan, expiresOn: string, onDay = '2027-01-01'): TermEntry => ({
  kind: 'opened',
  onDay,
  plan: on,
  startedOn: on.id === null ? null : onDay,
  expiresOn,
})
const paid = (onDay: string, on: TermPlan, months: number, more: Partial<Extract<TermEntry, { kind: 'paid' }>> = {}) =>
  ({ kind: 'paid', onDay, paymentId: `${onDay} ${on.id}`, plan: on, months, kept: [], ...more }) as const
const shown = (entries: readonly TermEntry[]) =>
  termOf(entries).map(({ plan: { id }, from, until }) => `${id ?? 'trial'} ${from}..${until}`)

describe('months', () => {
  test('of the same plan follow what is paid', () => {
    expect(shown([opened(small, '2027-01-31'), paid('2027-01-10', small, 1)])).toEqual(['small 2027-01-01..2027-02-28'])
  })
  test('of a dearer one raise the days that are left, from today on', () => {
    expect(shown([opened(small, '2027-01-31'), paid('2027-01-10', large, 1)])).toEqual([
      'small 2027-01-01..2027-01-09',
      'large 2027-01-10..2027-02-28',
    ])
  })
  test('of a cheaper one begin when the dear ones are over', () => {
    const entries = [opened(large, '2027-01-31'), paid('2027-01-10', small, 2, { kept: ['large'] })]
    expect(shown(entries)).toEqual(['large 2027-01-01..2027-01-31', 'small 2027-02-01..2027-03-31'])
    const term = termOf(entries)
    expect(upcomingOf(term, '2027-01-31')).toHaveLength(1)
    expect(periodOn(term, '2027-02-01').plan.id).toBe('small')
    // Who pays for the dear plan again raises the cheap days that were to come, and no others.
    const again = [...entries, paid('2027-01-20', large, 1)]
    expect(shown(again)).toEqual(['large 2027-01-01..2027-04-30'])
  })
  test('after the end begin on their day, and the days between belong to nobody', () => {
    expect(shown([opened(trial, '2027-01-31'), paid('2027-03-05', small, 1)])).toEqual([
      'trial 2027-01-01..2027-01-31',
      'small 2027-03-05..2027-04-05',
    ])
  })
  test('of a cheaper one that are bought on the last day begin the day after', () => {
    const entries = [opened(large, '2027-01-31'), paid('2027-01-31', small, 1, { kept: ['large'] })]
    expect(shown(entries)).toEqual(['large 2027-01-01..2027-01-31', 'small 2027-02-01..2027-02-28'])
  })
  test('in a trial keep its days, on the plan that was bought', () => {
    expect(shown([opened(trial, '2027-01-31'), paid('2027-01-20', small, 1)])).toEqual([
      'trial 2027-01-01..2027-01-19',
      'small 2027-01-20..2027-02-28',
    ])
  })
})

describe('a refund', () => {
  const upgrade = paid('2027-01-10', large, 12)
  const back = (days: number | null, onDay = '2027-02-01') =>
    ({ kind: 'refunded', onDay, paymentId: upgrade.paymentId, days }) as const
  test('of all leaves the church as if it had not paid: its old plan and its old last day', () => {
    const before = [opened(small, '2027-01-31')]
    expect(shown([...before, upgrade, back(null)])).toEqual(shown(before))
  })
  test('of a part takes its days from the end, by the last word of it', () => {
    const end = (...backs: ReturnType<typeof back>[]) =>
      lastDayOf(termOf([opened(small, '2027-01-31'), upgrade, ...backs]))
    expect([end(), end(back(100)), end(back(100), back(100)), end(back(100), back(200))]).toEqual([
      '2028-01-31',
      addDays('2028-01-31', -100),
      addDays('2028-01-31', -100),
      addDays('2028-01-31', -200),
    ])
  })
  test('of months from before there were entries takes days that are to come, and never yesterday', () => {
    const old = { kind: 'refunded', onDay: '2027-01-20', paymentId: 'old', days: 31 } as const
    expect(shown([opened(small, '2027-06-30'), old])).toEqual(['small 2027-01-01..2027-05-30'])
    expect(shown([opened(small, '2027-01-31'), old])).toEqual(['small 2027-01-01..2027-01-19'])
    expect(shown([opened(small, '2027-06-30'), old, { ...old, days: 40 }])).toEqual(['small 2027-01-01..2027-05-21'])
  })
})

test('days that are given lengthen the last plan, or begin today', () => {
  const given = (onDay: string) => ({ kind: 'granted', onDay, days: 7 }) as const
  expect(shown([opened(small, '2027-01-31'), given('2027-01-31')])).toEqual(['small 2027-01-01..2027-02-07'])
  expect(shown([opened(small, '2027-01-31'), given('2027-02-10')])).toEqual([
    'small 2027-01-01..2027-01-31',
    'small 2027-02-10..2027-02-17',
  ])
})

test('what is set by hand stands, and what was to come gives way', () => {
  const entries = [opened(large, '2027-01-31'), paid('2027-01-10', small, 2, { kept: ['large'] })]
  const set = { kind: 'changed', onDay: '2027-01-20', plan: small, startedOn: null, expiresOn: '2027-02-02' } as const
  expect(shown([...entries, set])).toEqual(['large 2027-01-01..2027-01-19', 'small 2027-01-20..2027-02-02'])
  expect(lastDayOf(termOf([...entries, { ...set, expiresOn: '2026-12-31' }]))).toBe('2026-12-31')
})

const days = fc.integer({ min: 0, max: 900 }).map((count) => addDays('2027-01-01', count))
const steps = fc.array(
  fc.record({ onDay: days, months: fc.integer({ min: 1, max: 12 }), on: fc.constantFrom('a', 'b', 'c') }),
  { minLength: 1, maxLength: 8 },
)

test('whatever is bought in whatever order, periods lie one behind the other and every month is there', () => {
  fc.assert(
    fc.property(steps, (bought) => {
      const inOrder = bought.toSorted((one, other) => (one.onDay < other.onDay ? -1 : 1))
      const entries: TermEntry[] = [opened(trial, '2027-01-30')]
      let end = '2027-01-30'
      for (const [index, { onDay, months, on }] of inOrder.entries()) {
        // The dearer plans are those that come first in the alphabet.
        const kept = ['a', 'b', 'c'].filter((other) => other < on)
        entries.push(paid(onDay, plan(on), months, { kept, paymentId: `${index}` }))
        end = addMonths(end < onDay ? onDay : end, months)
        const term = termOf(entries)
        expect(lastDayOf(term)).toBe(end)
        const edges = term.flatMap(({ from, until }) => [`${from} from`, `${until} until`])
        expect(edges).toEqual(edges.toSorted())
        // What is left is never on a plan that grows dearer.
        const left = remainingOf(term, onDay).map(({ plan: { id } }) => id ?? '')
        expect(left).toEqual(left.toSorted())
      }
    }),
  )
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

const decimal = (text: string): Decimal => readDecimal(text) ?? { units: 0n, scale: 0 }

describe('the extra for a dearer plan', () => {
  const present = { planId: 'small', perMonth: decimal('3000') }
  const chosen = { planId: 'large', perMonth: decimal('10000.50') }
  const extra = (change: Partial<Parameters<typeof upgradeTerm>[0]>): bigint | null => {
    const term = upgradeTerm({ present, chosen, daysLeft: 12, ...change })
    return term && minorFor([term], 'NGN')
  }

  test('is a thirtieth of the difference for each day that is left', () => {
    expect(extra({})).toBe(280_020n)
    expect(extra({ daysLeft: 1 })).toBe(23_335n)
    expect(extra({ daysLeft: daysLeft('2027-03-31', '2027-03-19') })).toBe(280_020n)
  })

  test.each([
    ['the plan stays', { chosen: { ...present, perMonth: decimal('9000') } }],
    ['no day is left', { daysLeft: 0 }],
    ['the new plan is cheaper', { present: chosen, chosen: present }],
    ['the new plan costs the same', { chosen: { planId: 'large', perMonth: decimal('3000.00') } }],
    ['there was a trial, or no price in this currency', { present: null }],
  ])('is nothing when %s', (_when, change) => expect(extra(change)).toBeNull())

  test('an expiry that is over or today leaves no days', () => {
    expect([daysLeft('2027-03-19', '2027-03-19'), daysLeft('2026-03-19', '2027-03-19')]).toEqual([0, 0])
  })
})
