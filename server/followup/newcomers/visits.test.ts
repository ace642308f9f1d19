import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNewcomer, markVisit, readNewcomer, unmarkVisit } from '#contract/followup/people.ts'
import { editPerson, readPerson } from '#contract/people/persons.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { noteVisits } from './index.ts'

let app: TestApp
let church: Church
let efua: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  app.clock.advance(Date.parse('2031-05-14T09:10:00Z') - app.clock.now().getTime())
  church = await app.buildChurch()
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
})
afterAll(() => app.stop())

const FIRST = '2031-04-20'
const TODAY = '2031-05-14'
const [firstVisit, secondVisit] = [1, 3]
const enter = async (more: object = {}) =>
  (await app.call(addNewcomer, { body: { ...guest, joinedOn: FIRST, ...more } }, efua)).body
const add = async (more: object = {}) => (await enter(more)).id
const mark = (id: string, day: string) => {
  app.clock.advance(1_000)
  return app.call(markVisit, { params: { id }, body: { day } }, efua)
}
const unmark = (id: string, day: string) => app.call(unmarkVisit, { params: { id, day } }, efua)
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, efua)).body
const visitLines = async (id: string) =>
  (await read(id)).log.filter(({ kind }) => kind === 'visit').map(({ after, byName }) => [after, byName])
const stored = async (id: string) =>
  (
    await app.look(
      `select first_visit_on::text as first, second_visit_on::text as second, stage_id as stage from newcomer
       where person_id = $1`,
      [id],
    )
  )[0]
/** A check-in on the church's day of that instant. */
const checkIn = (id: string, instant: string) =>
  app.server.context.database.withTenant(church.tenantId, (tx) =>
    noteVisits(tx, church.tenantId, {
      personIds: [id, id],
      at: new Date(instant),
      how: 'check_in',
      eventId: null,
      by: null,
    }),
  )

test('the first visit, said again, is still the first', async () => {
  const id = await add()
  expect((await mark(id, FIRST)).status).toBe(200)
  expect(await stored(id)).toEqual({ first: FIRST, second: null, stage: firstVisit })
  expect(await visitLines(id)).toEqual([])
})

test('a later day is the second visit and brings them on; a third day changes neither', async () => {
  const id = await add()
  await mark(id, '2031-04-27')
  expect(await stored(id)).toEqual({ first: FIRST, second: '2031-04-27', stage: secondVisit })
  await mark(id, '2031-05-04')
  expect(await stored(id)).toEqual({ first: FIRST, second: '2031-04-27', stage: secondVisit })
  expect(await visitLines(id)).toEqual([
    ['2031-04-27', 'Efua Mensah'],
    ['2031-05-04', 'Efua Mensah'],
  ])
})

test('a visit that is said late is the second one where it was earlier', async () => {
  const id = await add()
  await mark(id, '2031-05-04')
  await mark(id, '2031-04-27')
  expect(await stored(id)).toMatchObject({ second: '2031-04-27' })
  expect((await visitLines(id)).map(([day]) => day)).toEqual(['2031-05-04', '2031-04-27'])
})

test('a day before the first visit is no return', async () => {
  const id = await add()
  await mark(id, '2031-04-13')
  expect(await stored(id)).toEqual({ first: FIRST, second: null, stage: firstVisit })
  expect(await visitLines(id)).toEqual([])
})

test('a visit can be marked for today and not for tomorrow on the church’s clocks', async () => {
  const id = await add()
  const refused = await mark(id, '2031-05-15')
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['day']])
  expect((await mark(id, TODAY)).status).toBe(200)
  expect((await mark(efua.personId, TODAY)).body.code).toBe('not_found')
})

test('a visit that was marked by hand is taken back, and the next later day is the second one', async () => {
  const id = await add()
  for (const day of ['2031-04-27', '2031-05-04']) await mark(id, day)
  expect((await unmark(id, '2031-04-27')).status).toBe(200)
  expect(await stored(id)).toMatchObject({ second: '2031-05-04' })
  expect((await unmark(id, '2031-04-27')).body.code).toBe('not_found')
  await unmark(id, '2031-05-04')
  expect(await stored(id)).toMatchObject({ first: FIRST, second: null })
})

test('neither the day of the entry nor a check-in is taken back by hand', async () => {
  const id = await add()
  await checkIn(id, '2031-05-04T09:00:00Z')
  for (const day of [FIRST, '2031-05-04']) expect((await unmark(id, day)).body.code).toBe('not_found')
  expect(await stored(id)).toMatchObject({ first: FIRST, second: '2031-05-04' })
})

test('a check-in counts on the day of the church’s clocks, once a day', async () => {
  const id = await add()
  // In Lagos it is half past midnight of the 4th, then the evening of the same day.
  await checkIn(id, '2031-05-03T23:30:00Z')
  await checkIn(id, '2031-05-04T20:00:00Z')
  expect(await visitLines(id)).toEqual([['2031-05-04', null]])
  expect(await stored(id)).toEqual({ first: FIRST, second: '2031-05-04', stage: secondVisit })
})

test('of a new convert no first visit is known, so that no visit is a return', async () => {
  const id = await add({ kind: 'new_convert' })
  for (const day of ['2031-04-27', '2031-05-04']) await mark(id, day)
  expect(await stored(id)).toEqual({ first: null, second: null, stage: 6 })
  expect((await visitLines(id)).map(([day]) => day)).toEqual(['2031-04-27', '2031-05-04'])
})

test('a first-timer who came to faith since keeps the first visit and can return', async () => {
  const phone = '08035550171'
  const id = await add({ phone })
  expect(await enter({ phone, kind: 'new_convert', joinedOn: '2031-05-04' })).toEqual({ id, known: true })
  expect(await stored(id)).toEqual({ first: FIRST, second: '2031-05-04', stage: 6 })
})

test('whoever is entered again with a known number came again on that day, and what is known of them stays', async () => {
  const phone = '08035550172'
  const id = await add({ phone })
  expect(await enter({ phone, firstName: 'Hawa', joinedOn: TODAY })).toEqual({ id, known: true })
  expect(await visitLines(id)).toEqual([[TODAY, 'Efua Mensah']])
  expect((await read(id)).person.firstName).toBe('Hauwa')
})

test('another first day makes the visits after it the later ones', async () => {
  const id = await add()
  for (const day of ['2031-04-27', '2031-05-04']) await mark(id, day)
  const as = { token: church.admin.token }
  const { body: person } = await app.call(readPerson, { params: { id } }, as)
  const joinOn = (joinedOn: string, version: number) =>
    app.call(editPerson, { params: { id }, body: { ...person, version, joinedOn } }, as)
  expect((await joinOn('2031-04-27', person.version)).status).toBe(200)
  expect(await stored(id)).toMatchObject({ first: '2031-04-27', second: '2031-05-04' })
  expect((await joinOn('2031-05-04', person.version + 1)).status).toBe(200)
  expect(await stored(id)).toMatchObject({ first: '2031-05-04', second: null })
})

test('a visit neither stops the first-contact clock nor counts as something that was done', async () => {
  const id = await add({ joinedOn: '2031-05-13' })
  const touched = async () =>
    (await app.look('select touched_at, activities from newcomer where person_id = $1', [id]))[0]
  const before = await touched()
  await mark(id, TODAY)
  expect(await touched()).toEqual(before)
  expect(await read(id)).toMatchObject({ contactedAfterHours: null, stageId: secondVisit })
  expect((await read(id)).waitingHours).not.toBeNull()
})
