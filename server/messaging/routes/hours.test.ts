import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { instantOf, wallTime } from '../../platform/runtime/index.ts'
import { departures } from './departures.ts'
import { leavesAt, type Hours, type HoursRule, type OpenHours } from './hours.ts'
import { placeOf } from './place-of-number.ts'

const usual: HoursRule = {
  country: null,
  zone: 'church',
  week: Array.from({ length: 7 }, () => ({ opens: '08:00', closes: '20:00' })),
  releases: null,
  closedOnHolidays: false,
  agreed: null,
}
const hoursWith = (rule: Partial<HoursRule>, zone = 'Africa/Lagos'): Hours => ({
  zone,
  rules: new Map([['', { ...usual, ...rule }]]),
  holidays: new Set(),
  agreed: new Set(),
})
const daily = (opens: string, closes: string) => Array.from({ length: 7 }, () => ({ opens, closes }))
const NIGERIAN = '+2348031234567'
const leaves = (hours: Hours, at: string, number = NIGERIAN): string =>
  leavesAt(hours, number, new Date(at)).toISOString()

describe('where clocks are changed', () => {
  // New York, 8 March 2026: 01:59 is followed by 03:00, at 07:00 UTC. 1 November: 01:59 by 01:00, at 06:00 UTC.
  const newYork = (opens: string, closes: string) => hoursWith({ week: daily(opens, closes) }, 'America/New_York')

  test('an opening in the hour that is left out is the first minute after it', () => {
    expect(leaves(newYork('02:30', '04:00'), '2026-03-08T06:30:00Z')).toBe('2026-03-08T07:00:00.000Z')
  })

  test('hours within the hour that is left out are the next day’s', () => {
    expect(leaves(newYork('02:10', '02:40'), '2026-03-08T06:30:00Z')).toBe('2026-03-09T06:10:00.000Z')
  })

  test('what is open in an hour that comes twice is open twice', () => {
    const hours = newYork('01:15', '01:30')
    expect(leaves(hours, '2026-11-01T05:00:00Z')).toBe('2026-11-01T05:15:00.000Z')
    expect(leaves(hours, '2026-11-01T05:40:00Z')).toBe('2026-11-01T06:15:00.000Z')
    expect(leaves(hours, '2026-11-01T06:40:00Z')).toBe('2026-11-02T06:15:00.000Z')
  })

  test('a day that begins at one o’clock is found', () => {
    // Cairo, 24 April 2026: midnight is left out.
    const cairo = hoursWith({ week: daily('00:30', '01:10') }, 'Africa/Cairo')
    expect(leaves(cairo, '2026-04-23T20:00:00Z')).toBe('2026-04-23T22:00:00.000Z')
  })
})

describe('what had to wait', () => {
  const hours = hoursWith({ week: daily('08:00', '19:00'), releases: '08:30' })

  test('leaves at the release, and what is sent after the opening does not wait for it', () => {
    expect(leaves(hours, '2026-11-24T18:00:00Z')).toBe('2026-11-25T07:30:00.000Z')
    expect(leaves(hours, '2026-11-25T07:10:00Z')).toBe('2026-11-25T07:10:00.000Z')
  })

  test('waits for the release also when it is asked again after the opening', () => {
    const [takenOn, asked] = [new Date('2026-11-24T18:00:00Z'), new Date('2026-11-25T07:10:00Z')]
    expect(leavesAt(hours, NIGERIAN, asked, takenOn).toISOString()).toBe('2026-11-25T07:30:00.000Z')
    const late = new Date('2026-11-25T09:00:00.500Z')
    expect(leavesAt(hours, NIGERIAN, late, takenOn)).toEqual(late)
  })
})

test('a rule that opens on no day is asked again after two weeks', () => {
  const never = hoursWith({ week: daily('08:00', '20:00').map(() => null) })
  expect(leaves(never, '2026-11-24T18:00:00Z')).toBe('2026-12-08T18:00:00.000Z')
})

test('zones that are never open together leave it to the first of them', () => {
  const hours = hoursWith({ zone: 'recipient', week: daily('08:00', '09:00') })
  const [main] = placeOf('+79161234567').zones
  expect(main).toBe('Europe/Moscow')
  expect(leaves(hours, '2026-11-24T18:00:00Z', '+79161234567')).toBe('2026-11-25T05:00:00.000Z')
})

describe('what is of one country', () => {
  const [SOUTH_AFRICAN, WEDNESDAY, SUNDAY] = ['+27821234567', '2026-12-16T10:00:00Z', '2026-12-20T10:00:00Z']
  const withoutSunday = [...daily('08:00', '20:00').slice(1), null]
  const hours: Hours = {
    ...hoursWith({ week: withoutSunday, closedOnHolidays: true, agreed: { opens: '08:00', closes: '20:00' } }),
    holidays: new Set(['ZA 2026-12-16']),
  }

  test('a holiday closes that country and no other', () => {
    expect(leaves(hours, WEDNESDAY)).toBe(WEDNESDAY.replace('Z', '.000Z'))
    expect(leaves(hours, WEDNESDAY, SOUTH_AFRICAN)).toBe('2026-12-17T07:00:00.000Z')
  })

  test('an agreement opens that country and no other', () => {
    const agreed: Hours = { ...hours, agreed: new Set(['ZA']) }
    expect(leaves(agreed, SUNDAY, SOUTH_AFRICAN)).toBe(SUNDAY.replace('Z', '.000Z'))
    expect(leaves(agreed, SUNDAY)).toBe('2026-12-21T07:00:00.000Z')
    expect(leaves(agreed, WEDNESDAY, SOUTH_AFRICAN)).toBe(WEDNESDAY.replace('Z', '.000Z'))
  })
})

test('without a rule it leaves at any time, to the millisecond', () => {
  const hours: Hours = { zone: 'UTC', rules: new Map(), holidays: new Set(), agreed: new Set() }
  expect(leaves(hours, '2026-11-24T02:03:04.567Z')).toBe('2026-11-24T02:03:04.567Z')
})

describe('on a server of another zone', () => {
  const before = process.env['TZ']
  afterEach(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  test.each([
    ['Pacific/Kiritimati', 2],
    ['America/Los_Angeles', 4],
  ])('%s, the doors of the day are those of the church', (zone, hour) => {
    process.env['TZ'] = zone
    // It is what it says it is.
    expect(new Date('2026-11-24T12:00Z').getHours()).toBe(hour)
    const regular = hoursWith({ week: daily('08:00', '19:00'), releases: '08:30' })
    const doors = ['06:59:59', '07:00:00', '17:59:59', '18:00:00'].map((utc) => leaves(regular, `2026-11-24T${utc}Z`))
    expect(doors).toEqual([
      '2026-11-24T07:30:00.000Z',
      '2026-11-24T07:00:00.000Z',
      '2026-11-24T17:59:59.000Z',
      '2026-11-25T07:30:00.000Z',
    ])
  })
})

describe('the place of a number', () => {
  test.each([
    ['+2348031234567', 'NG', ['Africa/Lagos']],
    ['+12125550100', 'US', ['America/New_York']],
    ['+12195550100', 'US', ['America/New_York', 'America/Chicago']],
    ['+14165550100', 'CA', ['America/Toronto']],
    ['+18765550100', 'JM', ['America/Jamaica']],
    ['+447911123456', 'GB', ['Europe/London']],
    ['+77011234567', 'KZ', expect.arrayContaining(['Asia/Almaty'])],
    ['+8881234567', null, ['UTC']],
  ])('%s is %s', (number, isoCode, zones) => {
    expect(placeOf(number)).toEqual({ isoCode, zones })
  })

  test('of a number of the United States without a place is all of its zones', () => {
    const { isoCode, zones } = placeOf('+18005550100')
    expect(isoCode).toBe('US')
    expect(zones).toEqual(expect.arrayContaining(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu']))
  })
})

/** The rule once more, minute by minute. */
const isOpen = ({ week, releases }: HoursRule, zones: readonly string[], at: number, hasWaited: boolean): boolean =>
  zones.every((zone) => {
    const [day = '', time = ''] = wallTime(zone, new Date(at)).split('T')
    const hours = week[(new Date(day).getUTCDay() + 6) % 7]
    const opens = hasWaited ? (releases ?? hours?.opens ?? '') : (hours?.opens ?? '')
    return hours != null && opens <= time.slice(0, 5) && time.slice(0, 5) < hours.closes
  })

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const openHours: fc.Arbitrary<OpenHours> = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .filter(([opens, length]) => opens + length <= 1440)
  .map(([opens, length]) => ({ opens: clock(opens), closes: clock(opens + length) }))
const week = fc
  .array(fc.option(openHours, { freq: 4 }), { minLength: 7, maxLength: 7 })
  .filter((days) => days.filter((day) => day !== null).length > 4)
/** Around changes of clocks, and anywhere. */
const instant = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-10-04', '2026-11-01', '2026-06-17'),
    fc.integer({ min: -86_400_000, max: 2 * 86_400_000 }),
  )
  .map(([day, milliseconds]) => new Date(Date.parse(day) + milliseconds))

describe('whatever the rule', () => {
  const agrees = (rule: HoursRule, zones: readonly string[], at: Date, answer: Date): void => {
    const wait = answer.getTime() - at.getTime()
    expect(wait).toBeGreaterThanOrEqual(0)
    expect(isOpen(rule, zones, answer.getTime(), wait > 0)).toBe(true)
    if (wait === 0) return
    expect(isOpen(rule, zones, at.getTime(), false)).toBe(false)
    const first = at.getTime() - (at.getTime() % 60_000) + 60_000
    for (let minute = first; minute < answer.getTime(); minute += 60_000)
      if (isOpen(rule, zones, minute, true)) throw new Error(`It was open at ${new Date(minute).toISOString()}`)
  }

  test('it is open then, and was not a minute before', () => {
    const zone = fc.constantFrom(
      'Africa/Lagos',
      'America/New_York',
      'America/Havana',
      'Europe/London',
      'Africa/Cairo',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    )
    fc.assert(
      fc.property(week, zone, instant, (days, timeZone, at) => {
        const hours = hoursWith({ week: days }, timeZone)
        agrees({ ...usual, week: days }, [timeZone], at, leavesAt(hours, NIGERIAN, at))
      }),
      { numRuns: 150 },
    )
  })

  test('the same with a release, and where a number may be in several zones', () => {
    const [rule, number] = [{ ...usual, zone: 'recipient' as const, releases: '09:15' }, '+12085550100']
    fc.assert(
      fc.property(instant, (at) => agrees(rule, placeOf(number).zones, at, leavesAt(hoursWith(rule), number, at))),
      { numRuns: 60 },
    )
    expect(placeOf(number).zones.length).toBeGreaterThan(1)
  })
})

test('many are told by country and time, those that leave now first', () => {
  const at = instantOf('Africa/Lagos', '2026-11-24T18:30') ?? new Date(0)
  const rules = new Map<string, HoursRule>([
    ['', { ...usual, zone: 'recipient', week: daily('08:00', '21:00') }],
    ['KE', { ...usual, zone: 'recipient', week: daily('08:00', '18:00') }],
  ])
  const hours: Hours = { zone: 'Africa/Lagos', rules, holidays: new Set(), agreed: new Set() }
  const prefixes = Array.from({ length: 1_000 }, (_, index) => ({ prefix: `+234803${index % 10}`, people: 90 }))
  const told = departures(hours, [...prefixes, { prefix: '+2547123', people: 276 }], at)
  expect(told).toEqual([
    { isoCode: 'NG', at: null, people: 90_000, hours: { opens: '08:00', closes: '21:00', timeZone: 'Africa/Lagos' } },
    {
      isoCode: 'KE',
      at: '2026-11-25T05:00:00.000Z',
      people: 276,
      hours: { opens: '08:00', closes: '18:00', timeZone: 'Africa/Nairobi' },
    },
  ])
})
