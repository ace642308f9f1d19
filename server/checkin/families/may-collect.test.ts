import fc from 'fast-check'
import { expect, test } from 'vitest'
import { churchDay, mayCollect, type Collecting, type Grant } from './may-collect.ts'

const CHILD = 'child'
const free: Grant = {
  kind: 'allowed',
  childId: null,
  fromDay: null,
  untilDay: null,
  weekdays: null,
  oneTime: false,
  usedAt: null,
  usedEvent: null,
}
const TEN = new Date('2026-11-22T10:00:00Z')
const used = { oneTime: true, usedAt: TEN, usedEvent: 'event' }
const inClassSince = (time: string | null, eventId = 'event') => ({
  visit: { eventId, since: time === null ? null : new Date(`2026-11-22T${time}Z`) },
})
const grant = (terms: Partial<Grant>): Grant => ({ ...free, ...terms })
/** A Sunday. */
const ask = (grants: Partial<Grant>[], more: Partial<Collecting> = {}) =>
  mayCollect({ role: 6, grants: grants.map(grant), childId: CHILD, day: '2026-11-22', weekday: 7, ...more })

test.each([
  ['a parent without a word', [], { role: 1 }, 'allowed'],
  ['the other parent too', [], { role: 2 }, 'allowed'],
  ['a guardian of whom nothing was said', [], {}, 'no_grant'],
  ['somebody of another family', [], { role: null }, 'no_grant'],
  ['a child of the family', [], { role: 3 }, 'no_grant'],
  ['a grant for every child', [{}], {}, 'allowed'],
  ['a grant for this child', [{ childId: CHILD }], { role: null }, 'allowed'],
  ['a grant for another child', [{ childId: 'other' }], {}, 'no_grant'],
  ['not authorised for this child', [{}, { kind: 'not_authorised', childId: CHILD }], {}, 'not_authorised'],
  ['not authorised for all', [{ childId: CHILD }, { kind: 'not_authorised' }], {}, 'not_authorised'],
  ['not authorised for another child', [{}, { kind: 'not_authorised', childId: 'other' }], {}, 'allowed'],
  ['a parent who is not authorised', [{ kind: 'not_authorised' }], { role: 1 }, 'not_authorised'],
  ['not authorised, whatever the days say', [{ kind: 'not_authorised', untilDay: '2020-01-01' }], {}, 'not_authorised'],
  ['the first day', [{ fromDay: '2026-11-22' }], {}, 'allowed'],
  ['the day before it', [{ fromDay: '2026-11-23' }], {}, 'not_yet'],
  ['the last day', [{ untilDay: '2026-11-22' }], {}, 'allowed'],
  ['the day after it', [{ untilDay: '2026-11-21' }], {}, 'no_longer'],
  ['its weekday', [{ weekdays: [3, 7] }], {}, 'allowed'],
  ['another weekday', [{ weekdays: [1, 2, 3, 4, 5, 6] }], {}, 'wrong_day'],
  ['a pass for once', [{ oneTime: true }], {}, 'allowed'],
  ['a used one', [used], {}, 'used'],
  ['a used one beside one that holds', [used, { weekdays: [7] }], {}, 'allowed'],
  ['one used at this event for who was in class by then', [used], inClassSince('09:00:00'), 'allowed'],
  ['the same on a day it is not for', [{ ...used, weekdays: [1] }], inClassSince('09:00:00'), 'wrong_day'],
  ['the same for another child', [{ ...used, childId: 'other' }], inClassSince('09:00:00'), 'no_grant'],
  ['one used before the child came in', [used], inClassSince('10:30:00'), 'used'],
  ['one used while the child is not in class', [used], inClassSince(null), 'used'],
  ['one used at another event', [used], inClassSince('09:00:00', 'evening'), 'used'],
  ['what tells most', [{ untilDay: '2026-01-01' }, { fromDay: '2026-12-01' }], {}, 'not_yet'],
] as [string, Partial<Grant>[], Partial<Collecting>, string][])('%s', (_name, grants, more, verdict) => {
  expect(ask(grants, more)).toBe(verdict)
})

const day = fc.integer({ min: 0, max: 40 }).map((days) => new Date(Date.UTC(2026, 10, 1 + days)))
const dayText = day.map((date) => date.toISOString().slice(0, 10))
const anyGrant: fc.Arbitrary<Grant> = fc.record({
  kind: fc.constantFrom('allowed' as const, 'not_authorised' as const),
  childId: fc.constantFrom(null, CHILD, 'other'),
  fromDay: fc.option(dayText),
  untilDay: fc.option(dayText),
  weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })),
  oneTime: fc.boolean(),
  usedAt: fc.constantFrom(null, TEN),
  usedEvent: fc.constantFrom('event', 'evening'),
})
const anyAsk = fc.record({
  role: fc.constantFrom(null, 1, 2, 3, 4, 5, 6, 7),
  grants: fc.array(anyGrant, { maxLength: 5 }),
  childId: fc.constant(CHILD),
  at: day,
})
const asked = ({ at, ...rest }: { at: Date } & Omit<Collecting, 'day' | 'weekday'>): Collecting => ({
  ...rest,
  ...churchDay('UTC', at),
})

test('whoever is named as not authorised for the child never may', () => {
  fc.assert(
    fc.property(anyAsk, (one) => {
      const named = one.grants.some(({ kind, childId }) => kind === 'not_authorised' && childId !== 'other')
      expect(mayCollect(asked(one)) === 'not_authorised').toBe(named)
    }),
  )
})

test('nobody but a parent may without a grant that names child, day and weekday and is not used', () => {
  fc.assert(
    fc.property(anyAsk, (one) => {
      const collecting = asked(one)
      if (mayCollect(collecting) !== 'allowed' || one.role === 1 || one.role === 2) return
      const holds = one.grants.some(
        (given) =>
          given.kind === 'allowed' &&
          given.childId !== 'other' &&
          (given.fromDay ?? '') <= collecting.day &&
          (given.untilDay ?? '9999') >= collecting.day &&
          (given.weekdays?.includes(collecting.weekday) ?? true) &&
          !(given.oneTime && given.usedAt !== null),
      )
      expect(holds).toBe(true)
    }),
  )
})

test('the order in which grants were given changes nothing', () => {
  fc.assert(
    fc.property(anyAsk, (one) => {
      const collecting = asked(one)
      expect(mayCollect({ ...collecting, grants: collecting.grants.toReversed() })).toBe(mayCollect(collecting))
    }),
  )
})

test.each([
  ['Pacific/Kiritimati', '2026-11-23', 1],
  ['Africa/Lagos', '2026-11-22', 7],
  ['Pacific/Pago_Pago', '2026-11-22', 7],
])('the day is the church’s: %s', (zone, dayThere, weekday) => {
  expect(churchDay(zone, new Date('2026-11-22T12:00:00Z'))).toEqual({ day: dayThere, weekday })
})
