import { describe, expect, test } from 'vitest'
import { DEFAULT_SOURCES, DEFAULT_STAGES, type Stage } from '../lists/default-lists.ts'
import type { Group } from './figures-store.ts'
import {
  averageOf,
  firstContactOf,
  furthestFor,
  inflowOf,
  interestOf,
  lengthOf,
  pathOf,
  placesOf,
  rateOf,
  secondVisitOf,
  sourcesOf,
  stagesOf,
  totalsOf,
} from './fold.ts'

const group = (property: Group['property'], more: Partial<Group>): Group => ({
  property,
  value: null,
  stage: null,
  source: -1,
  answer: -1,
  guests: 1,
  returned: 0,
  activities: 0,
  ...more,
})
const retire = (...ids: number[]): Stage[] =>
  DEFAULT_STAGES.map((stage) => ({ ...stage, isRetired: ids.includes(stage.id) }))

test('totals are the sums of the days asked for, of the period or of the one it is compared with', () => {
  const groups = [
    group('day', { value: 0, guests: 3, returned: 1, activities: 4 }),
    group('day', { value: 6, guests: 2, returned: 2, activities: 0 }),
    group('before', { value: 0, guests: 7, returned: 5 }),
    group('told', { guests: 5 }),
  ]
  expect(totalsOf(groups, 'day')).toEqual({ guests: 5, returned: 3, activities: 4 })
  expect(totalsOf(groups, 'before')).toEqual({ guests: 7, returned: 5, activities: 0 })
  expect(totalsOf([], 'day')).toEqual({ guests: 0, returned: 0, activities: 0 })
})

test.each([
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 16, 6.3],
  [3, 3, 100],
  [0, 5, 0],
  [0, 0, 0],
])('%i of %i guests who came again are %f per cent', (returned, guests, percent) => {
  expect(rateOf({ guests, returned })).toBe(percent)
})

test.each([
  [7, 2, 3.5],
  [2, 3, 0.7],
  [1, 20, 0.1],
  [1, 21, 0],
  [5, 0, 0],
])('%i activities of %i guests are %f each', (activities, guests, average) => {
  expect(averageOf({ guests, activities })).toBe(average)
})

test('a period has both its first and its last day', () => {
  expect(lengthOf({ from: '2031-05-14', until: '2031-05-14' })).toBe(1)
  expect(lengthOf({ from: '2028-02-28', until: '2028-03-01' })).toBe(3)
})

describe('the inflow', () => {
  const days = { from: '2031-05-04', until: '2031-05-13' }
  const groups = [
    group('day', { value: 0, guests: 2 }),
    group('day', { value: 1, guests: 3 }),
    group('day', { value: 7, guests: 5 }),
    group('day', { value: 9, guests: 7 }),
    group('before', { value: 1, guests: 11 }),
  ]

  test('puts every day into its week from Monday to Sunday, and all weeks together are the period', () => {
    const { by, parts } = inflowOf(groups, days, { today: '2031-05-13', compared: false })
    expect(by).toBe('week')
    expect(parts.map(({ from, until, guests, before }) => [from, until, guests, before])).toEqual([
      ['2031-05-04', '2031-05-04', 2, null],
      ['2031-05-05', '2031-05-11', 8, null],
      ['2031-05-12', '2031-05-13', 7, null],
    ])
  })

  test('has the guests of the compared days beside those of the same place in the period', () => {
    const { parts } = inflowOf(groups, days, { today: '2031-05-13', compared: true })
    expect(parts.map(({ before }) => before)).toEqual([0, 11, 0])
  })

  test('is told by months for more than 120 days', () => {
    const by = (from: string) =>
      inflowOf([], { from, until: '2031-05-13' }, { today: '2031-05-13', compared: false }).by
    expect([by('2031-01-14'), by('2031-01-13')]).toEqual(['week', 'month'])
  })
})

describe('the path', () => {
  test('has the open stages of first-timers, without those that are retired', () => {
    expect(pathOf(retire(4)).map(({ name }) => name)).toEqual(['First visit', 'Contacted', 'Second visit', 'Member'])
  })

  test('everybody reached its first stage, and each stage whoever came at least as far', () => {
    const groups = [1, 2, 2, 4, 5].map((stage) => group('told', { stage }))
    expect(stagesOf(groups, DEFAULT_STAGES).map(({ guests }) => guests)).toEqual([5, 4, 2, 2, 1])
  })

  test('counts whoever stands in a retired stage for the stages before it', () => {
    const groups = [4, 3, 1].map((stage) => group('told', { stage }))
    expect(stagesOf(groups, retire(4)).map(({ id, guests }) => [id, guests])).toEqual([
      [1, 3],
      [2, 2],
      [3, 2],
      [5, 0],
    ])
  })

  test('counts whoever went the path of new converts by what their stage means, and by the first stage when it means nothing', () => {
    const reaching = (id: number) =>
      furthestFor(DEFAULT_STAGES, DEFAULT_STAGES.find((stage) => stage.id === id) as Stage).toSorted((a, b) => a - b)
    expect(reaching(5)).toEqual([5, 10])
    expect(reaching(3)).toEqual([3, 4, 5, 10])
    expect(reaching(2)).toEqual([2, 3, 4, 5, 7, 10])
    expect(reaching(1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('goes by the church’s order of the stages and not by their numbers', () => {
    const positions: Record<number, number> = { 4: 2, 2: 3, 3: 4 }
    const moved = DEFAULT_STAGES.map((stage) => ({ ...stage, position: positions[stage.id] ?? stage.position }))
    const inOrder = moved.toSorted((one, other) => one.position - other.position)
    const groups = [4, 2, 3].map((stage) => group('told', { stage }))
    expect(stagesOf(groups, inOrder).map(({ id, guests }) => [id, guests])).toEqual([
      [1, 3],
      [4, 3],
      [2, 2],
      [3, 1],
      [5, 0],
    ])
  })

  test('has a place for every stage of both paths', () => {
    const places = Object.fromEntries(placesOf(DEFAULT_STAGES).map(({ id, place }) => [id, place]))
    expect(places).toEqual({ 1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 0, 7: 1, 8: 0, 9: 0, 10: 4 })
  })
})

test('sources stand by how many came from them, equal ones in the church’s order, and unknown ones last', () => {
  const groups = [
    group('told', { source: -1, guests: 9, returned: 1 }),
    group('told', { source: 3, guests: 2 }),
    group('told', { source: 1, answer: 0, guests: 1, returned: 1 }),
    group('told', { source: 1, answer: 2, guests: 1 }),
    group('told', { source: 4, guests: 5, returned: 2 }),
  ]
  expect(sourcesOf(groups, DEFAULT_SOURCES)).toEqual([
    { id: 4, name: 'Flyer', guests: 5, returned: 2 },
    { id: 1, name: 'Website', guests: 2, returned: 1 },
    { id: 3, name: 'Social Media', guests: 2, returned: 0 },
    { id: null, name: null, guests: 9, returned: 1 },
  ])
})

test('answers stand in the order of the question, and whoever said nothing last', () => {
  const groups = [-1, 3, 0, 0].map((answer) => group('told', { answer }))
  expect(interestOf(groups)).toEqual([
    { answer: 0, guests: 2 },
    { answer: 3, guests: 1 },
    { answer: null, guests: 1 },
  ])
})

test('the median of the days to a second visit is the lower one of two, and of nobody there is none', () => {
  const lag = (value: number | null, guests = 1) => group('lag', { value, guests })
  expect(secondVisitOf([lag(null, 8), lag(21), lag(7)])).toEqual({ people: 2, medianDays: 7 })
  expect(secondVisitOf([lag(7), lag(14, 3), lag(28)])).toEqual({ people: 5, medianDays: 14 })
  expect(secondVisitOf([lag(null, 8)])).toEqual({ people: 0, medianDays: null })
})

test('a first contact belongs to the band whose last minute it does not pass, and the waiting ones to no percentile', () => {
  const reached = [0, 1440, 1441, 2160, 2161, 4320, 4321].map((value) => group('contact', { value }))
  const others = [group('contact', { value: -1, guests: 4 }), group('contact', { value: null, guests: 9 })]
  expect(firstContactOf([...reached, ...others])).toEqual({
    people: 11,
    bands: { within24: 2, within36: 2, within72: 2, later: 1, waiting: 4 },
    medianMinutes: 2160,
    p90Minutes: 4321,
  })
})
