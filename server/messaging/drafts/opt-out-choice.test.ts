import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as drafts from '#contract/messaging/drafts.ts'
import { saveOptOutLink } from '#contract/messaging/opt-out-link.ts'
import { saveSmsSchedule, scheduleDraft } from '#contract/messaging/schedules.ts'
import { quoteResend, resendSms } from '#contract/messaging/resends.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import { sendScheduled } from './send-scheduled.ts'

const DAY_MS = 86_400_000

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ units: 50, optOutLink: true })
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const destination = { phoneNumbers: '08031234567' }
const content = (optOutLink?: boolean) => ({
  senderId: church.sender,
  message: 'Service at nine',
  ...(optOutLink !== undefined && { optOutLink }),
})
const tomorrow = () => wallTime('Africa/Lagos', new Date(app.clock.now().getTime() + DAY_MS)).slice(0, 16)
const hasLink = async (campaignId: string) =>
  (await app.look(`select footer <> '' as link from campaign where id = $1`, [campaignId]))[0]?.['link']

async function schedule(optOutLink?: boolean) {
  const body = { channel: 'sms' as const, content: content(optOutLink), destination, localTime: tomorrow(), version: 0 }
  const answer = await app.call(scheduleDraft, { params: { id: randomUUID() }, body }, as())
  return answer.body
}

async function fire(draftId: string): Promise<unknown> {
  await sendScheduled(app.server.context, { tenantId: church.tenantId, draftId }, new AbortController().signal)
  const [draft] = await app.look('select campaign_id from draft where id = $1', [draftId])
  return hasLink(String(draft?.['campaign_id']))
}

const send = async (body: object) => {
  const asked = { subject: church.sender, message: 'Service at nine', toOthers: '08031234598', ...body }
  return (await app.call(sendSms, { body: asked }, as())).body.sentMessageDTO?.id ?? ''
}

test('a draft goes with the link or without, as its writer wanted, whatever the church has set', async () => {
  const id = randomUUID()
  const written = { channel: 'sms' as const, content: content(false), destination, version: 0 }
  await app.call(drafts.saveDraft, { params: { id }, body: written }, as())
  const sent = await app.call(drafts.sendDraft, { params: { id }, body: { version: 1 } }, as())
  expect(await hasLink(sent.body.sentMessageDTO?.id ?? '')).toBe(false)
})

test('so does a schedule, and one of which nothing was said goes as the church has set it then', async () => {
  const [without, open] = [await schedule(false), await schedule()]
  expect([without.quoteNow.footer, open.quoteNow.footer]).toEqual(['', expect.stringContaining('/o/')])
  const body = { subject: church.sender, message: 'Hi', toOthers: '08031234567', optOutLink: false, date: tomorrow() }
  const legacy = await app.call(saveSmsSchedule, { body: { ...body, time: `${tomorrow().slice(11)}:00` } }, as())
  await app.call(saveOptOutLink, { body: { isOn: false } }, as())
  const kept = await schedule(true)
  app.clock.advance(DAY_MS)
  const went = []
  for (const draftId of [without.draft.id, open.draft.id, legacy.body.id, kept.draft.id]) went.push(await fire(draftId))
  expect(went).toEqual([false, false, false, true])
  await app.call(saveOptOutLink, { body: { isOn: true } }, as())
})

test.each([true, false])(
  'sent again or duplicated, a message has its link or none, as it was (%s)',
  async (optOutLink) => {
    const first = await send({ optOutLink })
    await app.call(saveOptOutLink, { body: { isOn: !optOutLink } }, as())
    const copy = await app.call(drafts.duplicateSent, { body: { id: randomUUID(), campaignId: first } }, as())
    expect(copy.body.content.optOutLink).toBe(optOutLink)
    await app.look(`update campaign_recipient set state = 'failed' where campaign_id = $1`, [first])
    const quoted = await app.call(quoteResend, { params: { id: first }, query: {} }, as())
    expect(quoted.body.footer !== '').toBe(optOutLink)
    const again = await app.call(resendSms, { params: { id: first }, body: {} }, as())
    expect(await hasLink(again.body.id)).toBe(optOutLink)
  },
)
