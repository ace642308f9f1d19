import { describe, expect, test } from 'vitest'
import { afterWorkingHours, workingHoursBetween } from './working-hours.ts'

type Week = Parameters<typeof afterWorkingHours>[0]

/** Monday to Friday, nine to five, in Lagos (UTC+1): 48 hours are six days of work. */
const office: Week = {
  timeZone: 'Africa/Lagos',
  untouchedHours: 48,
  workDays: [1, 2, 3, 4, 5],
  workFrom: 9 * 60,
  workUntil: 17 * 60,
}
const always: Week = { ...office, workDays: [1, 2, 3, 4, 5, 6, 7], workFrom: 0, workUntil: 1440 }

const after = (from: string, week: Partial<Week> = {}, away: Parameters<typeof afterWorkingHours>[2] = []) =>
  afterWorkingHours({ ...office, ...week }, new Date(from), away).toISOString()

describe('so many working hours later', () => {
  // 3 May 2027 is a Monday.
  test.each([
    ['within one day', '2027-05-03T08:00:00Z', 3, '2027-05-03T11:00:00.000Z'],
    ['exactly at the end of a day', '2027-05-03T08:00:00Z', 8, '2027-05-03T16:00:00.000Z'],
    ['over the night into the next day', '2027-05-03T15:00:00Z', 3, '2027-05-04T10:00:00.000Z'],
    ['from before the first hour', '2027-05-03T02:00:00Z', 1, '2027-05-03T09:00:00.000Z'],
    ['from after the last hour', '2027-05-03T20:00:00Z', 1, '2027-05-04T09:00:00.000Z'],
    ['over a weekend', '2027-05-07T15:00:00Z', 2, '2027-05-10T09:00:00.000Z'],
    ['from a Sunday', '2027-05-09T10:00:00Z', 8, '2027-05-10T16:00:00.000Z'],
    ['48 hours from a Sunday are Monday to Monday', '2027-05-09T10:00:00Z', 48, '2027-05-17T16:00:00.000Z'],
  ])('%s', (_name, from, untouchedHours, due) => {
    expect(after(from, { untouchedHours })).toBe(due)
  })

  test('the day is that of the church: Sunday evening in New York is Monday in UTC', () => {
    const week = { timeZone: 'America/New_York', untouchedHours: 1 }
    expect(after('2027-05-10T01:00:00Z', week)).toBe('2027-05-10T14:00:00.000Z')
  })

  test.each([
    ['one day away', [{ from: '2027-05-04', until: '2027-05-04' }], '2027-05-05T09:00:00.000Z'],
    [
      'away until Wednesday, that day included',
      [{ from: '2027-05-04', until: '2027-05-05' }],
      '2027-05-06T09:00:00.000Z',
    ],
    [
      'two absences',
      [
        { from: '2027-05-04', until: '2027-05-04' },
        { from: '2027-05-06', until: '2027-05-09' },
      ],
      '2027-05-05T09:00:00.000Z',
    ],
    ['an absence that is over', [{ from: '2027-04-01', until: '2027-05-02' }], '2027-05-04T09:00:00.000Z'],
  ])('days on which somebody is away are none: %s', (_name, away, due) => {
    expect(after('2027-05-03T08:00:00Z', { untouchedHours: 9 }, away)).toBe(due)
  })

  test('hours of the first day count, where somebody goes away the day after', () => {
    const away = [{ from: '2027-05-04', until: '2027-05-05' }]
    expect(after('2027-05-03T15:00:00Z', { untouchedHours: 1 }, away)).toBe('2027-05-03T16:00:00.000Z')
  })

  test('a church that works round the clock counts the hours that pass, also when the clocks are moved', () => {
    const newYork = { ...always, timeZone: 'America/New_York', untouchedHours: 24 }
    expect(after('2027-03-13T17:00:00Z', newYork)).toBe('2027-03-14T17:00:00.000Z')
    expect(after('2027-11-06T16:00:00Z', newYork)).toBe('2027-11-07T16:00:00.000Z')
  })

  test('an office opens at nine on the wall, in summer and in winter', () => {
    const newYork = { timeZone: 'America/New_York', untouchedHours: 1 }
    expect(after('2027-03-12T23:00:00Z', newYork)).toBe('2027-03-15T14:00:00.000Z')
    expect(after('2027-11-05T23:00:00Z', newYork)).toBe('2027-11-08T15:00:00.000Z')
  })

  test('somebody who is away for years is waited for for 400 days, not for ever', () => {
    const away = [{ from: '2027-05-01', until: '2099-12-31' }]
    expect(after('2027-05-03T08:00:00Z', {}, away)).toBe('2028-06-06T08:00:00.000Z')
  })
})

describe('working hours between two instants', () => {
  const between = (from: string, until: string, week: Partial<Week> = {}) =>
    workingHoursBetween({ ...office, ...week }, new Date(from), new Date(until))

  test.each([
    ['an hour of work', '2027-05-03T08:00:00Z', '2027-05-03T09:00:00Z', 1],
    ['a minute less than an hour is none yet', '2027-05-03T08:00:00Z', '2027-05-03T08:59:00Z', 0],
    ['a night', '2027-05-03T16:00:00Z', '2027-05-04T08:00:00Z', 0],
    ['a weekend', '2027-05-07T16:00:00Z', '2027-05-10T08:00:00Z', 0],
    ['Friday afternoon to Monday morning', '2027-05-07T15:00:00Z', '2027-05-10T09:00:00Z', 2],
    ['a whole week', '2027-05-03T00:00:00Z', '2027-05-10T00:00:00Z', 40],
    ['the wrong way round', '2027-05-04T09:00:00Z', '2027-05-03T09:00:00Z', 0],
  ])('%s', (_name, from, until, hours) => {
    expect(between(from, until)).toBe(hours)
  })

  test('of a day on which the clocks are put forward has 23, where somebody works round the clock', () => {
    const newYork = { ...always, timeZone: 'America/New_York' }
    expect(between('2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z', newYork)).toBe(23)
  })

  test('agree with the instant at which so many have passed', () => {
    for (const from of ['2027-05-03T08:00:00Z', '2027-05-07T15:30:00Z', '2027-05-08T12:00:00Z'])
      for (const untouchedHours of [1, 8, 48, 100])
        expect(between(from, after(from, { untouchedHours }))).toBe(untouchedHours)
  })
})
