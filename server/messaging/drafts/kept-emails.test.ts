import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDraft } from '#contract/messaging/drafts.ts'
import { readSentEmail } from '#contract/messaging/emails.ts'
import * as calls from '#contract/messaging/kept-emails.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { mailsTo } from '#server/test-kit/inbox.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'
import { wallTime } from '../../platform/runtime/index.ts'

const DAY_MS = 86_400_000

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp()
  church = await app.buildChurch({})
})
afterAll(() => app.stop())

const as = (who = church) => ({ token: who.admin.token })
const tomorrow = () => wallTime('Africa/Lagos', new Date(app.clock.now().getTime() + DAY_MS)).slice(0, 16)
const content = {
  subject: 'Harvest',
  blocks: [
    { type: 'heading', text: 'Come' } as const,
    { type: 'text', html: '<p>Dear #name#</p><script>x()</script>' } as const,
  ],
}
const destination = { emailAddresses: 'ada@one.example; obi@one.example' }

const keep = (id: string, version: number, changes: object = {}, who = church) =>
  app.call(calls.keepEmail, { params: { id }, body: { content, destination, version, ...changes } }, as(who))
const listed = async (list: 'drafts' | 'templates' | 'schedules', search = '') =>
  (await app.call(calls.listKeptEmails, { query: { list, ...(search && { search }) } }, as())).body.items.map(
    ({ subject, title }) => title ?? subject,
  )

test('an email is kept in its blocks, cleaned, and of two who write at once the second is told', async () => {
  const id = randomUUID()
  const { body: first } = await keep(id, 0)
  expect(first).toMatchObject({ subject: 'Harvest', version: 1, state: 'draft', chosen: { numbers: 2 } })
  expect((await keep(id, 0)).body.version).toBe(1)
  const { body: whole } = await app.call(calls.readKeptEmail, { params: { id } }, as())
  expect(whole.content.blocks).toEqual([content.blocks[0], { type: 'text', html: '<p>Dear #name#</p>' }])
  expect(whole.destination).toEqual(destination)
  const page = await fetch(`${app.url}/api/messaging/email/kept/${id}/page?scheme=dark`, {
    headers: { authorization: `Bearer ${church.admin.token}` },
  })
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox$/)
  const html = await page.text()
  expect([html.includes('Dear '), html.includes('@media all{'), /<script|#name#/.test(html)]).toEqual([
    true,
    true,
    false,
  ])
  const late = await keep(id, 7, { content: { ...content, subject: 'Mine' } })
  expect([late.status, late.body]).toMatchObject([409, { code: 'changed_meanwhile', fields: { message: 'Harvest' } }])
  expect((await app.call(readDraft, { params: { id } }, as())).status).toBe(404)
  expect([await listed('drafts'), await listed('drafts', 'harv'), await listed('drafts', 'choir')]).toEqual([
    ['Harvest'],
    ['Harvest'],
    [],
  ])
  const other = await app.buildChurch({})
  expect((await app.call(calls.readKeptEmail, { params: { id } }, as(other))).status).toBe(404)
  expect((await keep(id, 1, {}, other)).status).toBe(404)
})

test('a template bears its name once', async () => {
  const body = { content, title: 'Sunday letter', version: 0 }
  expect((await app.call(calls.keepEmailTemplate, { params: { id: randomUUID() }, body }, as())).status).toBe(200)
  const again = await app.call(calls.keepEmailTemplate, { params: { id: randomUUID() }, body }, as())
  expect(again.body).toMatchObject({ code: 'name_taken' })
  expect(await listed('templates')).toEqual(['Sunday letter'])
})

test('what lacks something is told so, and waits for no time', async () => {
  const schedule = (changes: object) =>
    app.call(
      calls.scheduleEmail,
      { params: { id: randomUUID() }, body: { content, destination, version: 0, localTime: tomorrow(), ...changes } },
      as(),
    )
  const refused = async (changes: object) => (await schedule(changes)).body
  expect(await refused({ content: { subject: ' ', blocks: content.blocks } })).toMatchObject({ code: 'invalid_input' })
  expect(await refused({ content: { subject: 'Hi', blocks: [] } })).toMatchObject({ code: 'invalid_input' })
  expect(await refused({ destination: {} })).toMatchObject({ code: 'no_recipients' })
  expect(await refused({ localTime: '2020-01-01T09:00' })).toMatchObject({ code: 'time_passed' })
  expect(await listed('schedules')).toEqual([])
})

test('a schedule is changed, made a draft again, and sent once, however often it is asked', async () => {
  const id = randomUUID()
  const body = { content, destination, version: 0, localTime: tomorrow() }
  const { body: scheduled } = await app.call(calls.scheduleEmail, { params: { id }, body }, as())
  expect(scheduled.email).toMatchObject({ state: 'scheduled', goesAtLocal: tomorrow() })
  expect(await listed('schedules')).toEqual(['Harvest'])
  const { body: draft } = await app.call(calls.unscheduleEmail, { params: { id } }, as())
  expect(draft).toMatchObject({ state: 'draft', goesAt: null })
  const send = (version: number) =>
    app.call(calls.sendKeptEmail, { params: { id }, body: { version, quotedUnits: 0 } }, as())
  expect((await send(draft.version - 1)).body).toMatchObject({ code: 'changed_meanwhile' })
  const sent = await send(draft.version)
  expect(sent.body).toMatchObject({ recipients: 2, units: 0 })
  expect((await send(draft.version)).body).toMatchObject({ code: 'already_sent' })
  const mails = await until(async () => {
    const found = await mailsTo(app.sandboxUrl, 'ada@one.example')
    return found.length > 0 ? found : null
  })
  expect(mails.map(({ subject }) => subject)).toEqual(['Harvest'])
  const { body: report } = await app.call(readSentEmail, { params: { id: String(sent.body.id) } }, as())
  expect(report).toMatchObject({ subject: 'Harvest', recipients: 2 })
})
