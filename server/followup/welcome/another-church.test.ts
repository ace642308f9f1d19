import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideWelcomeEntries, listWelcomeEntries } from '#contract/followup/welcome.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { visitorOf, type Visitor } from '../../test-kit/welcome-visitor.ts'

let app: TestApp
let grace: Church
let hope: Church
let atGrace: Visitor
let atHope: Visitor
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  grace = await app.buildChurch()
  hope = await app.buildChurch()
  atGrace = await visitorOf(app, grace, 'grace-door')
  atHope = await visitorOf(app, hope, 'hope-door')
})
afterAll(() => app.stop())

const entries = ({ tenantId }: Church) =>
  app.look('select state, doubts, source_id, first_name from welcome_entry where tenant_id = $1 order by at, id', [
    tenantId,
  ])
const waiting = async ({ admin }: Church) =>
  (await app.call(listWelcomeEntries, {}, { token: admin.token })).body.entries
const people = ({ tenantId }: Church, phone: string) =>
  app.look('select id from person where tenant_id = $1 and phone = $2', [tenantId, phone])

test('a page that was opened at one church enters nobody at another: it waits there as forged', async () => {
  const token = await atGrace.token()
  const typed = { firstName: 'Zainab', phone: '08035552001', sms: 'yes' }
  expect((await atHope.send({ ...typed, token })).status).toBe(303)
  expect(await entries(hope)).toMatchObject([{ state: 'doubtful', doubts: ['forged'] }])
  expect(await people(hope, '+2348035552001')).toEqual([])
  expect(await entries(grace)).toEqual([])
  // The same page at its own church is the form of a visitor.
  expect((await atGrace.send({ ...typed, token })).status).toBe(303)
  expect((await entries(grace)).map(({ state }) => state)).toEqual(['entered'])
  expect(await people(grace, '+2348035552001')).toHaveLength(1)
})

test('the page of thanks of one church shows nothing at another, and nothing is added there', async () => {
  const { location } = await atGrace.send({ firstName: 'Ngọzi', phone: '08035552002', sms: 'yes' })
  const elsewhere = location.replace('/grace-door/', '/hope-door/')
  const shown = await atHope.open(elsewhere)
  expect([shown.status, shown.html.includes('Ngọzi'), shown.html.includes('How did you hear')]).toEqual([
    200,
    false,
    false,
  ])
  await atHope.post(elsewhere, { source: '2', email: 'ngozi@x.example' })
  expect((await entries(grace)).map(({ source_id }) => source_id)).toEqual([null, null])
  await atGrace.post(location, { source: '2' })
  expect((await entries(grace)).map(({ source_id }) => source_id)).toContain(2)
})

test('the staff of one church decides nothing about what was said at another', async () => {
  const ids = (await waiting(hope)).map(({ id }) => id)
  expect(ids).toHaveLength(1)
  for (const decision of ['enter', 'dismiss'] as const) {
    const body = { ids, decision }
    const { body: answer } = await app.call(decideWelcomeEntries, { body }, { token: grace.admin.token })
    expect(answer).toEqual({ decided: 0 })
  }
  expect((await waiting(hope)).map(({ id }) => id)).toEqual(ids)
  expect(await waiting(grace)).toEqual([])
})

test('the same phone at two churches is two people, known to neither of each other', async () => {
  const phone = '08035552003'
  await atGrace.send({ phone, firstName: 'Bola', sms: 'yes' })
  await atHope.send({ phone, firstName: 'Bolanle', sms: 'yes' })
  const [one, other] = [await people(grace, '+2348035552003'), await people(hope, '+2348035552003')]
  expect([one.length, other.length, one[0]?.['id'] === other[0]?.['id']]).toEqual([1, 1, false])
})
