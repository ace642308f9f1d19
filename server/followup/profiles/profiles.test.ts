import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertToMember, quoteWrittenSms, sendSms, updateLifeCycle } from '#contract/followup/existing-clients.ts'
import { editFirstTimer } from '#contract/followup/existing-person.ts'
import { addNewcomer, readNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings, readFollowupSettings } from '#contract/followup/settings.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp()
  church = await app.buildChurch({ units: 3 })
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const add = async (more: object = {}) => (await app.call(addNewcomer, { body: { ...guest, ...more } }, as())).body.id
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, as())).body

test('an SMS is quoted before it is written, in whose name it can go, and what was quoted is what it costs', async () => {
  const id = await add({ phone: '08035550131' })
  const quote = async (message: string) =>
    (await app.call(quoteWrittenSms, { params: { id }, body: { message } }, as())).body
  const nothing = await quote('')
  expect(nothing).toMatchObject({ pages: 0, units: 0, available: 3 })
  expect(nothing.senders).toHaveLength(1)
  const message = 'A'.repeat(170)
  expect(await quote(message)).toMatchObject({ pages: 2, units: 2 })
  const sent = await app.call(sendSms, { params: { id }, body: { subject: nothing.senders[0], message } }, as())
  expect(sent.body).toMatchObject({ status: true, unitsUsed: 2 })
  expect((await quote(message)).available).toBe(1)
  const silent = await add()
  const refused = await app.call(quoteWrittenSms, { params: { id: silent }, body: { message } }, as())
  expect(refused.body.code).toBe('no_recipients')
})

test('what is changed is kept, a birthday in the future is refused, and a first name alone is enough for who has no other', async () => {
  const id = await add({ lastName: '' })
  const body = { personId: id, firstName: 'Hauwa', lastName: '', birthday: 5, birthMonth: 3, birthYear: 1990 }
  const answers = { howDidYouAboutUsId: 2, interestedInJoining: 3, communicationMeans: 1 }
  expect((await app.call(editFirstTimer, { body: { ...body, ...answers } }, as())).status).toBe(200)
  expect(await read(id)).toMatchObject({ sourceId: 2, interest: 3, means: 1, person: { birthYear: 1990 } })
  const refused = await app.call(editFirstTimer, { body: { ...body, birthYear: 2199 } }, as())
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['birthYear']])
  const named = await add({ lastName: 'Sani' })
  const nameless = await app.call(editFirstTimer, { body: { personId: named, firstName: 'Hauwa' } }, as())
  expect([nameless.status, Object.keys(nameless.body.fields ?? {})]).toEqual([400, ['lastName']])
})

test('who stands in a stage that is removed stays in it; nobody else comes there until it is brought back', async () => {
  const [inside, outside] = [await add(), await add()]
  await app.call(updateLifeCycle, { params: { id: inside }, body: { stageID: 4 } }, as())
  const { body: settings } = await app.call(readFollowupSettings, {}, as())
  const all = settings.stages.filter(({ track }) => track === 'first_timer').map(({ id, name }) => ({ id, name }))
  const change = (items: typeof all) =>
    app.call(changeFollowupSettings, { body: { stages: { track: 'first_timer', items } } }, as())
  await change(all.filter(({ id }) => id !== 4))
  expect((await read(inside)).path.find(({ id }) => id === 4)).toMatchObject({ name: 'Connected', isRetired: true })
  expect((await read(outside)).path.map(({ id }) => id)).not.toContain(4)
  const move = () => app.call(updateLifeCycle, { params: { id: outside }, body: { stageID: 4 } }, as())
  expect((await move()).body.code).toBe('retired')
  await change(all)
  expect((await move()).status).toBe(200)
})

test('who is a member by now stays one, whoever types their number, and is not changed by whoever may only follow up', async () => {
  const id = await add({ phone: '08035550141' })
  const { token } = await addColleague(app, church, { roles: ['FollowUp'] })
  const body = { personId: id, firstName: 'Hauwa', lastName: 'Bello', phoneNumber: '08035550149' }
  const edit = (who: { token: string }) => app.call(editFirstTimer, { body }, who)
  expect((await edit({ token })).status).toBe(200)
  await app.call(convertToMember, { query: { personId: id } }, { token })
  expect((await edit({ token })).body.code).toBe('not_allowed')
  const again = { ...guest, kind: 'new_convert' as const, phone: '08035550149' }
  expect((await app.call(addNewcomer, { body: again }, { token })).body).toEqual({ id, known: true })
  expect((await read(id)).person.kind).toBe('member')
  expect((await edit(as())).status).toBe(200)
})
