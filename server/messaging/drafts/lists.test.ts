import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/messaging/drafts.ts'
import { scheduleDraft } from '#contract/messaging/schedules.ts'
import { addColleague } from '#server/test-kit/add-colleague.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { sendScheduled } from './send-scheduled.ts'

const NOW = '2027-01-15T09:00:00Z'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  setClock(NOW)
})
afterAll(() => app.stop())

const setClock = (at: string) => app.clock.advance(Date.parse(at) - app.clock.now().getTime())
const as = (church: Church) => ({ token: church.admin.token })

type Write = { message?: string; destination?: object }
const written = (
  church: Church,
  { message = 'Service at nine', destination = { phoneNumbers: '08031234567' } }: Write,
) => ({
  channel: 'sms' as const,
  content: { senderId: church.sender, message },
  destination,
  version: 0,
})

async function schedule(church: Church, localTime: string, write: Write = {}): Promise<string> {
  const body = { ...written(church, write), localTime }
  return (await app.call(scheduleDraft, { params: { id: randomUUID() }, body }, as(church))).body.draft.id
}

async function save(church: Church, write: Write = {}): Promise<string> {
  return (await app.call(calls.saveDraft, { params: { id: randomUUID() }, body: written(church, write) }, as(church)))
    .body.id
}

const fire = (church: Church, draftId: string) =>
  sendScheduled(app.server.context, { tenantId: church.tenantId, draftId }, new AbortController().signal)
const quote = (church: Church, id: string, token = church.admin.token) =>
  app.call(calls.quoteDraft, { params: { id } }, { token })

test('schedules come by their time, the next one first, with those that could not go; what went is on the sent list', async () => {
  const church = await app.buildChurch({ units: 1 })
  const [late, gone, failed, soon] = [
    await schedule(church, '2027-01-20T09:00'),
    await schedule(church, '2027-01-16T09:00'),
    await schedule(church, '2027-01-16T10:00'),
    await schedule(church, '2027-01-18T09:00'),
  ]
  await save(church)
  setClock('2027-01-16T09:00:00Z')
  await fire(church, gone)
  await fire(church, failed)
  setClock(NOW)
  const ask = async (cursor?: string) =>
    (
      await app.call(
        calls.listDrafts,
        { query: { list: 'schedules', limit: 2, ...(cursor && { cursor }) } },
        as(church),
      )
    ).body
  const first = await ask()
  const second = await ask(first.nextCursor ?? '')
  expect([...first.items, ...second.items].map(({ id, state }) => [id, state])).toEqual([
    [failed, 'failed'],
    [soon, 'scheduled'],
    [late, 'scheduled'],
  ])
  expect([first.total, second.nextCursor]).toEqual([3, null])
  const counts = await app.call(calls.countMessages, {}, as(church))
  expect(counts.body).toEqual({ sent: 1, schedules: 3, drafts: 1, templates: 0 })
})

test('each church counts its own', async () => {
  const church = await app.buildChurch()
  expect((await app.call(calls.countMessages, {}, as(church))).body).toEqual({
    sent: 0,
    schedules: 0,
    drafts: 0,
    templates: 0,
  })
})

test('one that waits is quoted as the church is now, whatever it was when it was scheduled', async () => {
  const church = await app.buildChurch({ units: 3, people: [{ phone: '+2348031234567' }] })
  const id = await schedule(church, '2027-01-20T09:00', { destination: { allContacts: true } })
  expect((await quote(church, id)).body).toMatchObject({ recipients: 1, units: 1, balanceAfter: 2 })
  await app.look(`insert into opt_out values ($1, 'sms', '+2348031234567', 'desk')`, [church.tenantId])
  expect((await quote(church, id)).body).toMatchObject({ recipients: 0, optedOut: 1, units: 0 })
})

test('nothing is quoted that cannot go: no text, a template, another church’s; nor to who may not send', async () => {
  const church = await app.buildChurch()
  const other = await app.buildChurch()
  const id = await save(church)
  const content = { senderId: '', message: 'Welcome' }
  const body = { channel: 'sms' as const, content, title: 'Welcome', isBirthday: false, version: 0 }
  const template = (await app.call(calls.saveTemplate, { params: { id: randomUUID() }, body }, as(church))).body.id
  const reader = await addColleague(app, church, { roles: ['Reports'], firstName: 'Bola', lastName: 'Ade' })
  expect((await quote(church, await save(church, { message: '' }))).body.code).toBe('invalid_input')
  expect((await quote(church, template)).status).toBe(404)
  expect((await quote(other, id)).status).toBe(404)
  expect((await quote(church, id, reader.token)).status).toBe(403)
})
