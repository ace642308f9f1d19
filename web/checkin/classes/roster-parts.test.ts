import { expect, test } from 'vitest'
import type { RosterChild } from '#contract/checkin/classes.ts'
import { adultsMissing, lightOf, rosterParts } from './roster-parts.ts'

const child = (personId: string, part: Partial<RosterChild> = {}): RosterChild => ({
  personId,
  firstName: personId,
  lastName: '',
  ageMonths: null,
  pictureUrl: null,
  care: [],
  mayNotLeaveWith: [],
  state: 'checked_in',
  checkedInAt: null,
  checkedOutAt: null,
  collectorAt: null,
  seen: null,
  guardians: [],
  call: null,
  ...part,
})
const here = (count: number) => Array.from({ length: count }, (_, index) => child(String(index)))

test('whom somebody has come for stands first among those who are here', () => {
  const {
    here: inClass,
    expected,
    gone,
  } = rosterParts([
    child('a'),
    child('b', { state: 'registered', collectorAt: '2026-11-22T10:00:00Z' }),
    child('c', { collectorAt: '2026-11-22T10:00:00Z' }),
    child('d', { state: 'checked_out' }),
  ])
  expect([inClass, expected, gone].map((part) => part.map(({ personId }) => personId))).toEqual([
    ['c', 'a'],
    ['b'],
    ['d'],
  ])
})

test('only children who are here count', () => {
  const children = [...here(4), child('x', { state: 'registered' }), child('y', { state: 'checked_out' })]
  expect(lightOf({ ratio: 4, adults: 1, children })).toBe('edge')
  expect(adultsMissing({ ratio: 4, adults: 1, children })).toBe(0)
})

test('the light says how many adults are missing', () => {
  expect(lightOf({ ratio: null, adults: 0, children: here(3) })).toBe('free')
  expect(lightOf({ ratio: 5, adults: 0, children: [] })).toBe('enough')
  expect(lightOf({ ratio: 5, adults: 1, children: here(4) })).toBe('enough')
  expect(lightOf({ ratio: 5, adults: 1, children: here(6) })).toBe('short')
  expect(adultsMissing({ ratio: 5, adults: 0, children: here(6) })).toBe(2)
})
