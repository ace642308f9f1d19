import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmChange } from '#contract/operator/changes.ts'
import { listHolidays, saveHolidays, type PublicHoliday } from '#contract/operator/holidays.ts'
import { listHours } from '#contract/operator/hours.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'
import { hoursOf, leavesAt } from '#server/messaging/routes/index.ts'
import { buildOperator, confirmed, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let operator: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await startApp({ runJobs: false, keepHours: true })
  operator = await buildOperator(app)
  second = await buildOperator(app, 'Funmi Finance')
})
afterAll(() => app.stop())

const reason = 'The gazette of this week.'
const source = 'Government Gazette 51000'
const day = (on: string, name = 'A holiday', isEstimated = false): PublicHoliday => ({ day: on, name, isEstimated })
const save = (country: string, year: string, days: PublicHoliday[], entered: object = {}) =>
  operator.call(saveHolidays, {
    params: { country, year },
    body: { days, source, checkedOn: '2026-11-23', reason, ...entered },
  })
const read = async (country: string, year: number) =>
  (await operator.call(listHolidays, {})).body.years.find((one) => one.country === country && one.year === year)

test('each year of a country stands with its days, its source and the day it was checked', async () => {
  const found = await read('ZA', 2027)
  expect(found).toMatchObject({ source: 'Public Holidays Act 36 of 1994', checkedOn: '2026-11-22' })
  expect(found?.days).toHaveLength(14)
  expect(found?.days[1]).toEqual(day('2027-03-21', 'Human Rights Day'))
})

test('a new holiday counts once a second operator confirms it, for what has not left yet', async () => {
  const before = await read('ZA', 2027)
  const days = [...(before?.days.slice(1) ?? []), day('2027-02-10', 'Election Day', true)]
  const waits = async () => {
    const { database } = app.server.context
    const hours = await database.withoutTenant((tx) =>
      hoursOf(tx, { routeId: 'direct', kind: 'bulk', zone: 'Africa/Johannesburg' }),
    )
    return leavesAt(hours, '+27831234567', new Date('2027-02-10T10:00:00Z')).toISOString()
  }
  const { body } = await save('ZA', '2027', days)
  expect(await waits()).toBe('2027-02-10T10:00:00.000Z')
  expect((await second.call(confirmChange, { params: { id: body?.id ?? '' } })).status).toBe(200)
  expect(await waits()).toBe('2027-02-11T06:00:00.000Z')
  const after = await read('ZA', 2027)
  expect([after?.source, after?.checkedOn, after?.days[0]]).toEqual([
    source,
    '2026-11-23',
    day('2027-02-10', 'Election Day', true),
  ])
  expect((await read('ZA', 2026))?.source).toBe('Public Holidays Act 36 of 1994')
  const { body: log } = await operator.call(listConsoleLog, { query: { search: 'holidays.changed' } })
  expect(log.items[0]?.details).toEqual({
    isoCode: 'ZA',
    year: '2027',
    before: {
      'holiday.2027-01-01': 'New Year’s Day',
      'holiday.2027-02-10': null,
      source: 'Public Holidays Act 36 of 1994',
      checkedOn: '2026-11-22',
    },
    after: {
      'holiday.2027-01-01': null,
      'holiday.2027-02-10': '~ Election Day',
      source,
      checkedOn: '2026-11-23',
    },
    reason,
    askedBy: 'Olu Operator',
  })
  expect((await save('ZA', '2027', days)).body).toBeNull()
})

test('a year is added and taken away; hours that close on holidays name its days', async () => {
  await confirmed(second, save('ZA', '2029', [day('2029-01-01')]))
  const holidays = async () => (await operator.call(listHours, {})).body.holidays.filter(({ day: on }) => on > '2029')
  expect(await holidays()).toEqual([{ country: 'ZA', ...day('2029-01-01') }])
  await confirmed(second, save('ZA', '2029', []))
  expect(await read('ZA', 2029)).toBeUndefined()
  expect((await save('ZA', '2029', [])).body).toBeNull()
})

test.each<[string, PublicHoliday[], object]>([
  ['a day of another year', [day('2028-01-01')], {}],
  ['a day twice', [day('2030-01-01'), day('2030-01-01', 'Again')], {}],
  ['a day that is in no calendar', [day('2030-02-30')], {}],
  ['no name', [day('2030-01-01', ' ')], {}],
  ['no source', [day('2030-01-01')], { source: ' ' }],
  ['more days than a year has', Array.from({ length: 61 }, () => day('2030-01-01')), {}],
])('%s is refused', async (_what, days, entered) => {
  expect((await save('ZA', '2030', days, entered)).body).toMatchObject({ code: 'invalid_input' })
})
