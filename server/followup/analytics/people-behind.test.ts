import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  exportFigurePeople,
  listFigurePeople,
  readFirstTimerFigures,
  readFirstTimerMonths,
  type Figure,
} from '#contract/followup/analytics.ts'
import { getFirstTimerAnalytics, getFirstTimerAnalyticsDashboard } from '#contract/followup/existing-analytics.ts'
import { convertToMember, updateLeadStatus, updateLifeCycle } from '#contract/followup/existing-clients.ts'
import { editFirstTimer } from '#contract/followup/existing-person.ts'
import { addNewcomer, markVisit } from '#contract/followup/people.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { removeStaff } from '#contract/identity/staff.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { addressOf } from '../../test-kit/call.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { guestTotals } from './index.ts'

let app: TestApp
let church: Church
const goTo = (instant: string) => app.clock.advance(Date.parse(instant) - app.clock.now().getTime())
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
beforeEach(async () => {
  goTo('2031-05-14T09:10:00Z')
  church = await app.buildChurch()
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const add = async (joinedOn: string, more: object = {}) =>
  (await app.call(addNewcomer, { body: { ...guest, joinedOn, ...more } }, as())).body.id
const came = (id: string, day: string) => app.call(markVisit, { params: { id }, body: { day } }, as())
type Query = Parameters<typeof app.call<typeof readFirstTimerFigures>>[1]['query']
const figures = async (query: Query = {}) => (await app.call(readFirstTimerFigures, { query }, as())).body
const PERIOD = { from: '2031-04-15', until: '2031-05-14' }
const behind = async (figure: Partial<Figure> = {}) =>
  (await app.call(listFigurePeople, { query: { ...PERIOD, ...figure } }, as())).body
const idsBehind = async (figure: Partial<Figure>) => (await behind(figure)).items.map(({ id }) => id)

describe('figures', () => {
  test('count whoever came on a later day or became a member as returned, by the last day asked for', async () => {
    const [came27, member, early] = [await add('2031-04-20'), await add('2031-05-01'), await add('2031-05-02')]
    await add('2031-05-03')
    await came(came27, '2031-04-27')
    await app.call(convertToMember, { query: { personId: member } }, as())
    await came(early, '2031-05-02')
    expect(await figures()).toMatchObject({ guests: 4, returned: 2, secondVisit: { people: 1, medianDays: 7 } })
    expect(new Set(await idsBehind({ returned: 'yes' }))).toEqual(new Set([came27, member]))
    expect(await idsBehind({ secondVisit: 'yes' })).toEqual([came27])
    expect(await idsBehind({ returned: 'yes', asOf: '2031-04-27' })).toEqual([came27])
    expect(await idsBehind({ returned: 'yes', asOf: '2031-04-26' })).toEqual([])
  })

  test('say of a retired source how many came from it, and of a retired stage nothing', async () => {
    const id = await add('2031-05-01', { sourceId: 4, interest: 0 })
    await app.call(updateLifeCycle, { params: { id }, body: { stageID: 4 } }, as())
    const items = [1, 2, 3, 5].map((stage) => ({ id: stage, name: `Stage ${stage}` }))
    const body = { sources: [{ id: 1, name: 'Website' }], stages: { track: 'first_timer' as const, items } }
    for (const _ of [1, 2]) await app.call(changeFollowupSettings, { body }, as())
    const { stages, sources } = await figures()
    expect(sources).toEqual([{ id: 4, name: 'Flyer', guests: 1, returned: 0 }])
    expect(stages.map(({ name, guests }) => [name, guests])).toEqual([
      ['Stage 1', 1],
      ['Stage 2', 1],
      ['Stage 3', 1],
      ['Stage 5', 0],
    ])
    expect([await idsBehind({ stage: 3 }), await idsBehind({ stage: 5 })]).toEqual([[id], []])
    expect([await idsBehind({ source: '4', interest: '0' }), await idsBehind({ source: '4', interest: '1' })]).toEqual([
      [id],
      [],
    ])
    expect(await idsBehind({ stage: 8 })).toEqual([])
  })

  test('of one owner are those of the people they look after, and whoever left is named no more when their people went on', async () => {
    const [efua, tunde] = [
      await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' }),
      await addColleague(app, church, { firstName: 'Tunde', lastName: 'Bello' }),
    ]
    await addColleague(app, church, { firstName: 'Ruth', roles: ['Reports'] })
    await add('2031-05-01', { ownerId: efua.accountId })
    await add('2031-05-02', { ownerId: tunde.accountId })
    await add('2031-05-03')
    const guests = async (owner?: string) => (await figures(owner === undefined ? {} : { owner })).guests
    expect([await guests(), await guests(efua.accountId), await guests('none')]).toEqual([3, 1, 1])
    expect((await figures()).owners.map(({ firstName }) => firstName)).toEqual(['Ada', 'Efua', 'Tunde'])
    await app.call(removeStaff, { params: { id: tunde.accountId } }, as())
    expect((await figures()).owners.map(({ firstName }) => firstName)).toEqual(['Ada', 'Efua'])
    expect([await guests(tunde.accountId), await guests('none')]).toEqual([0, 2])
  })

  test('name the last visit before the period when nobody came in it, of the owner asked for', async () => {
    const { accountId } = await addColleague(app, church)
    await add('2031-01-05', { ownerId: accountId })
    await add('2031-02-02')
    expect((await figures()).lastVisitOn).toBe('2031-02-02')
    expect((await figures({ owner: accountId })).lastVisitOn).toBe('2031-01-05')
    await add('2031-05-01')
    expect((await figures()).lastVisitOn).toBeNull()
  })

  test('of the church’s dashboard have the guests of 30 days beside those of the 30 days before', async () => {
    for (const day of ['2031-05-14', '2031-04-15', '2031-04-14', '2031-03-16', '2031-03-15']) await add(day)
    const id = await add('2031-05-01')
    await came(id, '2031-05-11')
    const totals = await app.server.context.database.withTenant(church.tenantId, (tx) =>
      guestTotals(tx, app.clock.now()),
    )
    expect(totals).toEqual({ guests: 3, returned: 1, before: 2 })
  })
})

describe('months', () => {
  test('say who came again within so many days only from the day on which nobody can be added any more', async () => {
    const [week, later] = [await add('2031-04-01'), await add('2031-04-30')]
    await came(week, '2031-04-08')
    await came(later, '2031-05-08')
    const april = async () => {
      const { body } = await app.call(
        readFirstTimerMonths,
        { query: {} },
        { token: (await addColleague(app, church)).token },
      )
      const month = body.months.find(({ from }) => from === '2031-04-01')
      return [month?.guests, month?.isOver, ...(month?.within.map(({ people }) => people) ?? [])]
    }
    expect(await april()).toEqual([2, true, 1, null, null, null])
    goTo('2031-05-30T09:10:00Z')
    expect(await april()).toEqual([2, true, 1, null, null, null])
    goTo('2031-05-31T09:10:00Z')
    expect(await april()).toEqual([2, true, 1, 2, null, null])
  })

  test('of one owner tell of no change, for the people of an owner change with the owner', async () => {
    await add('2031-02-02')
    const changed = async (query: { owner?: string }) =>
      (await app.call(readFirstTimerMonths, { query }, as())).body.months.filter((month) => month.changed).length
    expect([await changed({}), await changed({ owner: 'none' })]).toEqual([1, 0])
  })
})

describe('the people behind a figure', () => {
  test('have the latest first, and their pages meet without a gap in the middle of a day', async () => {
    const ids: string[] = []
    for (const day of ['2031-05-11', '2031-05-04', '2031-05-04', '2031-05-04', '2031-04-20']) ids.push(await add(day))
    const first = (await app.call(listFigurePeople, { query: { ...PERIOD, limit: 2 } }, as())).body
    const query = { ...PERIOD, limit: 10, cursor: first.nextCursor ?? '' }
    const rest = (await app.call(listFigurePeople, { query }, as())).body
    expect([first.total, rest.total, rest.nextCursor]).toEqual([5, 5, null])
    const found = [...first.items, ...rest.items]
    expect(found.map(({ firstVisitOn }) => firstVisitOn)).toEqual([
      '2031-05-11',
      '2031-05-04',
      '2031-05-04',
      '2031-05-04',
      '2031-04-20',
    ])
    expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const { body } = await app.call(listFigurePeople, { query: { ...PERIOD, cursor: 'bm9uZQ' } }, as())
    expect(body.code).toBe('invalid_cursor')
  })

  test('leave as a file with the columns that were chosen, in their order, and as many rows as the figure says', async () => {
    const id = await add('2031-05-01', { firstName: 'Hauwa', lastName: '=Bello' })
    await add('2031-05-02')
    await came(id, '2031-05-04')
    const file = async (query: object) => {
      const address = addressOf(exportFigurePeople, { query: { ...PERIOD, format: 'csv', ...query } })
      const reply = await fetch(app.url + address, { headers: { authorization: `Bearer ${church.admin.token}` } })
      return (await reply.text()).replace('\u{feff}', '').trim().split(/\r?\n/)
    }
    expect(await file({ secondVisit: 'yes', columns: 'secondVisitOn,activities,lastName' })).toEqual([
      'Second visit,Activities,Last name',
      `2031-05-04,0,'=Bello`,
    ])
    expect(await file({})).toHaveLength(3)
  })
})

test('existing clients get guests by age, gender, marital status and wish to be visited, the most first', async () => {
  const person = { firstName: 'Hauwa', lastName: 'Bello', birthday: 1, birthMonth: 1 }
  const years = [2014, 2013, 2006, 2005, 1996, 1995, 1981, 1980]
  for (const birthYear of years) {
    const personId = await add('2031-05-01')
    const body = { ...person, personId, birthYear, genderId: 2, wantsToBeVisited: birthYear === 1980 ? 0 : 3 }
    expect((await app.call(editFirstTimer, { body }, as())).status).toBe(200)
  }
  await add('2031-05-02')
  const { returnObject } = (await app.call(getFirstTimerAnalyticsDashboard, { query: {} }, as())).body
  // By the year of birth alone: 17, 18 and 25, 26 and 35, 36 and 50, and 51 years.
  expect(returnObject.ageGroupSummary).toEqual([
    { name: '18 - 25', value: 2 },
    { name: '26 - 35', value: 2 },
    { name: '36 - 50', value: 2 },
    { name: 'Not Specified', value: 1 },
    { name: 'Over 50', value: 1 },
    { name: 'Under 18', value: 1 },
  ])
  expect(returnObject.genderSummary).toEqual([
    { name: 'Female', value: 8 },
    { name: 'Not Specified', value: 1 },
  ])
  expect(returnObject.wantToBeVisitedSummary).toEqual([
    { name: 'On Transit', value: 7 },
    { name: 'Not Specified', value: 1 },
    { name: 'Yes', value: 1 },
  ])
})

test('existing clients ask for one owner and for days up to one, and a period of ten years and not a day more', async () => {
  const { accountId } = await addColleague(app, church)
  await add('2031-05-01', { ownerId: accountId })
  await add('2031-04-02')
  const ask = async (query: object) => (await app.call(getFirstTimerAnalytics, { query }, as())).body
  expect((await ask({ personId: accountId })).returnObject.totalGuests).toBe(1)
  // Thirty days that end on 30 April.
  expect((await ask({ endDate: '4/30/2031' })).returnObject.totalGuests).toBe(1)
  expect((await ask({ startDate: '4/2/2031' })).returnObject.totalGuests).toBe(2)
  expect((await ask({ startDate: '5/7/2021' })).returnObject.totalGuests).toBe(2)
  expect((await ask({ startDate: '5/6/2021' })).code).toBe('invalid_input')
})

test('whoever is paused, or a member by now, still counts as a guest of the day on which they came', async () => {
  const [paused, member] = [await add('2031-05-01'), await add('2031-05-02')]
  await app.call(updateLeadStatus, { params: { id: paused }, query: { status: 1 } }, as())
  await app.call(convertToMember, { query: { personId: member } }, as())
  expect(await figures()).toMatchObject({ guests: 2 })
  expect((await behind()).items.map(({ id, memberOn }) => [id, memberOn])).toEqual([
    [member, '2031-05-14'],
    [paused, null],
  ])
})
