import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/messaging/email-drafts.ts'
import { readDraft } from '#contract/messaging/drafts.ts'
import { getAllSentEmails } from '#contract/messaging/emails.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { mailsTo } from '#server/test-kit/inbox.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'
import { hastenJobs } from '../../platform/jobs/index.ts'
import { wallTime } from '../../platform/runtime/index.ts'

const DAY_MS = 86_400_000

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp()
  church = await app.buildChurch({})
})
afterAll(() => app.stop())

const as = (who: Church) => ({ token: who.admin.token })
const tomorrow = () => wallTime('Africa/Lagos', new Date(app.clock.now().getTime() + DAY_MS))

test('an email draft is kept cleaned, listed, opened and deleted, and is no SMS draft', async () => {
  const body = { subject: 'Plan', body: '<p>Hi</p><script>x()</script>' }
  const { body: kept } = await app.call(calls.saveEmailDraft, { body }, as(church))
  expect(kept).toMatchObject({ subject: 'Plan', body: '<p>Hi</p>', isDefaultBirthDayMessage: false })
  const list = async (who = church) => (await app.call(calls.getEmailDrafts, {}, as(who))).body
  expect(await list()).toMatchObject([{ id: kept.id, subject: 'Plan', body: '<p>Hi</p>' }])
  expect((await app.call(calls.getEmailDraftById, { query: { id: kept.id } }, as(church))).body.body).toBe('<p>Hi</p>')
  expect((await app.call(readDraft, { params: { id: kept.id } }, as(church))).status).toBe(404)
  const other = await app.buildChurch({})
  expect(await list(other)).toEqual([])
  expect((await app.call(calls.getEmailDraftById, { query: { id: kept.id } }, as(other))).status).toBe(404)
  const remove = async (who: Church) =>
    (await app.call(calls.deleteEmailDrafts, { query: { EmailDraftIdList: kept.id } }, as(who))).body.deleted
  expect([await remove(other), await remove(church), await remove(church)]).toEqual([false, true, false])
})

test('a time that is past is refused, a later one waits, goes by itself and stands on the list of what was sent', async () => {
  const email = { subject: 'Sunday at nine', message: '<p>Dear #name#</p>', toOthers: 'late@one.example' }
  const past = await app.call(calls.saveEmailSchedule, { body: { ...email, date: '2020-01-01T09:00:00' } }, as(church))
  expect([past.status, past.body]).toMatchObject([422, { code: 'time_passed' }])
  const nobody = { ...email, toOthers: '', date: tomorrow() }
  expect((await app.call(calls.saveEmailSchedule, { body: nobody }, as(church))).body).toMatchObject({
    code: 'no_recipients',
  })
  const { body: schedule } = await app.call(
    calls.saveEmailSchedule,
    { body: { ...email, date: tomorrow() } },
    as(church),
  )
  expect(schedule).toMatchObject({ subject: 'Sunday at nine', isExecuted: false })
  const listed = async () =>
    (await app.call(calls.getEmailSchedules, {}, as(church))).body.find(({ id }) => id === schedule.id)
  expect(await listed()).toMatchObject({ isExecuted: false, executionDate: schedule.executionDate })
  const { body: cancelled } = await app.call(
    calls.saveEmailSchedule,
    { body: { ...email, subject: 'Never', date: tomorrow() } },
    as(church),
  )
  await app.call(calls.deleteEmailSchedules, { query: { ScheduledMessageIdList: cancelled.id } }, as(church))

  app.clock.advance(DAY_MS)
  await app.server.context.database.withoutTenant((tx) => hastenJobs(tx, DAY_MS))
  const mails = await until(async () => {
    const found = await mailsTo(app.sandboxUrl, 'late@one.example')
    return found.length > 0 ? found : null
  }, 30)
  expect(mails.map(({ subject }) => subject)).toEqual(['Sunday at nine'])
  await until(async () => (await listed())?.isExecuted ?? null)
  const { body: sent } = await app.call(getAllSentEmails, { query: {} }, as(church))
  expect(sent.data.map(({ subject }) => subject)).toEqual(['Sunday at nine'])
})
