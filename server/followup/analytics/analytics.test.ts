import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exportFigurePeople,
  listFigurePeople,
  readFirstTimerFigures,
  readFirstTimerMonths,
  type Figure,
} from '#contract/followup/analytics.ts'
import { getFirstTimerAnalytics, getFirstTimerAnalyticsDashboard } from '#contract/followup/existing-analytics.ts'
import { archivePeople, mergePeople, undoChange } from '#contract/people/changes.ts'
import { editPerson, readPerson } from '#contract/people/persons.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { plusDays, wallDay } from '../../test-kit/guest-oracle.ts'
import { addressOf } from '../../test-kit/call.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
})
afterAll(() => app.stop())

const todayIn = (timeZone = 'Africa/Lagos') => wallDay(timeZone, app.clock.now())
const usDay = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}
const guestsOn = (...days: string[]) =>
  app.buildChurch({ people: days.map((joinedOn) => ({ firstName: 'Hauwa', kind: 'first_timer' as const, joinedOn })) })
const figuresOf = async ({ admin }: Church, query = {}) =>
  (await app.call(readFirstTimerFigures, { query }, { token: admin.token })).body
const peopleOf = async ({ admin }: Church, query: Figure) =>
  (await app.call(listFigurePeople, { query }, { token: admin.token })).body

test('a period ends today on the clocks of the church, the day included', async () => {
  const today = todayIn()
  const church = await guestsOn(today, plusDays(today, -29), plusDays(today, -30))
  expect(await figuresOf(church)).toMatchObject({ from: plusDays(today, -29), until: today, guests: 2 })
  expect(await figuresOf(church, { days: '90' })).toMatchObject({ guests: 3, inflow: { by: 'week' } })
  expect(await figuresOf(church, { days: '365' })).toMatchObject({ guests: 3, inflow: { by: 'month' } })
})

test('whoever is archived, entered for another day or of another church is not counted where they were', async () => {
  const today = todayIn()
  const church = await guestsOn(today, today, plusDays(today, -40))
  const as = { token: church.admin.token }
  const [archived, moved] = church.personIds
  const days = { from: plusDays(today, -29), until: today }
  await app.call(archivePeople, { body: { people: { ids: [archived ?? ''] } } }, as)
  expect(await peopleOf(church, days)).toMatchObject({ total: 1, items: [{ id: moved }] })
  const { body: person } = await app.call(readPerson, { params: { id: moved ?? '' } }, as)
  const body = { ...person, joinedOn: plusDays(today, -50) }
  expect((await app.call(editPerson, { params: { id: moved ?? '' }, body }, as)).status).toBe(200)
  expect(await figuresOf(church)).toMatchObject({ guests: 0, lastVisitOn: plusDays(today, -40) })
  expect(await figuresOf(church, { days: '90' })).toMatchObject({ guests: 2 })
  const other = await app.buildChurch()
  expect(await figuresOf(other, { days: '365' })).toMatchObject({ guests: 0, lastVisitOn: null, owners: [{}] })
  expect(await peopleOf(other, { from: '0001-01-02', until: '9999-12-31' })).toMatchObject({ total: 0, items: [] })
})

test('a month that changes after it was closed says by how many, and who', async () => {
  const today = todayIn()
  const church = await guestsOn(plusDays(today, -100), plusDays(today, -100))
  const [late, gone] = church.personIds
  const closed = plusDays(today, -90)
  // The second was entered in time, and is taken away now.
  await app.look('update newcomer_tally set at = $2 where person_id = $1', [gone, plusDays(today, -99)])
  const as = { token: church.admin.token }
  await app.call(archivePeople, { body: { people: { ids: [gone ?? ''] } } }, as)
  const { body } = await app.call(readFirstTimerMonths, { query: {} }, as)
  const month = body.months.find(({ from, until }) => from <= plusDays(today, -100) && plusDays(today, -100) <= until)
  expect(month).toMatchObject({ guests: 1, changed: { added: 1, removed: 1 } })
  expect(body.months.filter(({ changed }) => changed)).toHaveLength(1)
  const { since = closed } = month?.changed ?? {}
  const behind = await peopleOf(church, { from: month?.from ?? '', until: month?.until ?? '', changedSince: since })
  expect(behind.total).toBe(2)
  expect(new Set(behind.items.map(({ id, isArchived }) => `${id} ${isArchived}`))).toEqual(
    new Set([`${late} false`, `${gone} true`]),
  )
})

test('two entries of one human being are one guest once they are merged, and two again when that is undone', async () => {
  const today = todayIn()
  const church = await guestsOn(plusDays(today, -9), plusDays(today, -2))
  const as = { token: church.admin.token }
  const [keepId = '', otherId = ''] = church.personIds
  const days = { from: plusDays(today, -29), until: today }
  await app.look('update newcomer set activities = 1 where person_id = $1', [otherId])
  await app.look(
    `insert into followup_log (tenant_id, id, person_id, at, kind, channel)
     values ($1, gen_random_uuid(), $2, now(), 'contact', 'call')`,
    [church.tenantId, otherId],
  )
  const { body: merged } = await app.call(mergePeople, { body: { keepId, mergeIds: [otherId] } }, as)
  expect(await figuresOf(church)).toMatchObject({ guests: 1, activities: 1 })
  expect(await peopleOf(church, days)).toMatchObject({ total: 1, items: [{ id: keepId, activities: 1 }] })
  await app.call(undoChange, { params: { id: merged.changeId ?? '' } }, as)
  expect(await figuresOf(church)).toMatchObject({ guests: 2, activities: 1 })
  expect(await peopleOf(church, days)).toMatchObject({ total: 2 })
})

test('the people behind a figure are taken away as a file with as many rows, and it is noted', async () => {
  const today = todayIn()
  const church = await guestsOn(today, plusDays(today, -3), plusDays(today, -40))
  const query = { from: plusDays(today, -29), until: today, format: 'csv' as const, columns: 'firstName,firstVisitOn' }
  const headers = { authorization: `Bearer ${church.admin.token}` }
  const file = await fetch(app.url + addressOf(exportFigurePeople, { query }), { headers })
  expect((await file.text()).replace('\u{feff}', '').trim().split(/\r?\n/)).toEqual([
    'First name,First visit',
    `Hauwa,${today}`,
    `Hauwa,${plusDays(today, -3)}`,
  ])
  const noted = await app.look("select details from audit_entry where tenant_id = $1 and act = 'list.exported'", [
    church.tenantId,
  ])
  expect(noted).toMatchObject([{ details: { list: 'first-timers', format: 'csv', rows: 2 } }])
})

test('existing clients ask with dates as they write them, and get their shape', async () => {
  const today = todayIn()
  const church = await guestsOn(today, plusDays(today, -3), plusDays(today, -60))
  const as = { token: church.admin.token }
  const usual = await app.call(getFirstTimerAnalytics, { query: {} }, as)
  expect(usual.body.returnObject).toMatchObject({
    totalGuests: 2,
    averageActivity: 0,
    retentionRate: 0,
    lifeCycleSummary: [
      ['First visit', 2],
      ['Contacted', 0],
      ['Second visit', 0],
      ['Connected', 0],
      ['Member', 0],
    ],
    interestedSummary: [{ name: 'Not Specified', value: 2 }],
    sourceSummary: [{ name: 'Not Specified', value: 2 }],
    firsttimers: [{ date: today }, { date: plusDays(today, -3) }],
  })
  const { categories, series } = usual.body.returnObject.retentionSummary
  expect(series).toEqual([{ name: 'Number of Guest', data: expect.any(Array) }])
  expect(series[0]?.data).toHaveLength(categories.length)
  const query = { startDate: usDay(plusDays(today, -89)), endDate: usDay(today), personId: '' }
  expect((await app.call(getFirstTimerAnalytics, { query }, as)).body.returnObject.totalGuests).toBe(3)
  const dashboard = await app.call(getFirstTimerAnalyticsDashboard, { query }, as)
  expect(dashboard.body.returnObject).toMatchObject({
    totalGuests: 3,
    ageGroupSummary: [{ name: 'Not Specified', value: 3 }],
    genderSummary: [{ name: 'Not Specified', value: 3 }],
    maritalSummary: [{ name: 'Not Specified', value: 3 }],
    wantToBeVisitedSummary: [{ name: 'Not Specified', value: 3 }],
  })
})

test.each([
  ['2/30/2026', '3/1/2026'],
  ['2026-01-01', '2026-02-01'],
  ['13/1/2026', '1/1/2027'],
  ['1/1/0000', '1/2/0001'],
  ['3/1/2026', '2/1/2026'],
  ['1/1/1900', '1/1/2026'],
  ["'; --", ''],
])('from %s until %s is no period', async (startDate, endDate) => {
  const church = await guestsOn()
  const reply = await app.call(getFirstTimerAnalytics, { query: { startDate, endDate } }, { token: church.admin.token })
  expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test('who follows people up or reads reports sees figures, who sends messages does not', async () => {
  const statuses = await Promise.all(
    (['FollowUp', 'Reports', 'Communicator'] as const).map(async (role) => {
      const church = await app.buildChurch({ roles: [role] })
      return (await app.call(readFirstTimerFigures, { query: {} }, { token: church.admin.token })).status
    }),
  )
  expect(statuses).toEqual([200, 200, 403])
})

test('at one instant two churches have the days of their own clocks, also when these are put forward', async () => {
  // 14 March 2027, 05:30 in UTC: half past midnight in New York, half past eighteen of the day before in Pago Pago.
  app.clock.advance(Date.parse('2027-03-14T05:30:00Z') - app.clock.now().getTime())
  const days = await Promise.all(
    ['America/New_York', 'Pacific/Pago_Pago', 'Africa/Lagos'].map(async (timeZone) => {
      const people = [{ firstName: 'Efua', kind: 'first_timer' as const, joinedOn: '2027-03-14' }]
      const church = await app.buildChurch({ timeZone, people })
      const { until, guests, before } = await figuresOf(church, { compare: 'easter' })
      return [until, guests, before?.easter]
    }),
  )
  const easter = { now: '2027-03-28', before: '2026-04-05' }
  expect(days).toEqual([
    ['2027-03-14', 1, easter],
    ['2027-03-13', 0, easter],
    ['2027-03-14', 1, easter],
  ])
})
