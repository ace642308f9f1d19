import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readCampaign, readMessage } from '#contract/messaging/sent-sms.ts'
import { quoteResend, resendSms } from '#contract/messaging/resends.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { resendSms as writeResend } from './send-sms.ts'

// Numbers that end in 98 are refused by the sandbox, those in 99 never arrive.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 50, people: [{ firstName: 'Ọlá', phone: '+2348031000199' }] })
})

const token = () => ({ token: church.admin.token })

const settled = (id: string) =>
  until(async () => {
    const { body } = await app.call(readCampaign, { params: { id } }, token())
    return body.state === 'finished' && body.counts.queued + body.counts.sent === 0 ? body : null
  })

async function send(toOthers: string): Promise<string> {
  const body = { subject: church.sender, message: 'Dear #name#, welcome', toOthers, neutralName: 'Brethren' }
  const id = (await app.call(sendSms, { body }, token())).body.sentMessageDTO?.id ?? ''
  await settled(id)
  return id
}

const quote = async (id: string) => (await app.call(quoteResend, { params: { id }, query: {} }, token())).body
const resend = (id: string, quotedUnits?: number) =>
  app.call(resendSms, { params: { id }, body: quotedUnits === undefined ? {} : { quotedUnits } }, token())

const recipients = async (id: string) =>
  (await app.look('select address from campaign_recipient where campaign_id = $1 order by 1', [id])).map(
    (r) => r['address'],
  )

test('goes to those whom it failed to reach, with the same text, for what was quoted; who refused since gets none', async () => {
  const id = await send('08031000101, 08031000198, 08031000199, 08031000299')
  await app.look(`insert into opt_out values ($1, 'sms', '+2348031000299', 'desk')`, [church.tenantId])
  const quoted = await quote(id)
  // Ọ makes no plain SMS, but one page all the same.
  expect(quoted).toMatchObject({ recipients: 2, optedOut: 1, units: 2 })
  expect(quoted.samples.map(({ text }) => text)).toEqual(['Dear Ọlá, welcome', 'Dear Brethren, welcome'])
  const { status, body } = await resend(id, quoted.units)
  expect([status, body.recipients, body.units]).toEqual([200, 2, 2])
  expect(await recipients(body.id)).toEqual(['+2348031000198', '+2348031000199'])
  await settled(body.id)
  expect(await app.call(readMessage, { params: { id: body.id } }, token())).toMatchObject({
    body: { senderId: church.sender, neutralName: 'Brethren', destination: { failedOf: id } },
  })
  // They failed again: the first message and its second try name the same two, who are tried as often as it is wished.
  expect([(await quote(id)).recipients, (await quote(body.id)).recipients]).toEqual([2, 2])
  expect(faultsOf(await audit(app.look))).toEqual([])
})

/** What is wrong with their phones is over. */
const mend = (id: string) =>
  app.look(`update campaign_recipient set address = regexp_replace(address, '98$', '97') where campaign_id = $1`, [id])

test('whoever has got it since, or is to get it, is left out; of many presses at once one goes', async () => {
  const id = await send('08031000198, 08031000298')
  await mend(id)
  const replies = await Promise.all([1, 2, 3, 4].map(() => resend(id)))
  expect(replies.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [200, undefined],
    [422, 'no_recipients'],
    [422, 'no_recipients'],
    [422, 'no_recipients'],
  ])
  const again = replies.find(({ status }) => status === 200)?.body.id ?? ''
  expect(await settled(again)).toMatchObject({ recipients: 2, counts: { delivered: 2 } })
  expect((await quote(id)).recipients).toBe(0)
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('goes only to those of the reasons that are named, also by another sender ID, and to whom a cancelled one left out', async () => {
  const id = await send('08031000101, 08031000198, 08031000298')
  const because = (address: string, state: string, reason: string) =>
    app.look('update campaign_recipient set state = $3, reason = $4 where campaign_id = $1 and address = $2', [
      id,
      address,
      state,
      reason,
    ])
  await because('+2348031000101', 'skipped', 'cancelled')
  await because('+2348031000198', 'failed', 'sender_refused')
  await because('+2348031000298', 'failed', 'blocked_by_person')
  const quoted = (reasons: string) => app.call(quoteResend, { params: { id }, query: { reasons } }, token())
  expect((await quoted('sender_refused,cancelled')).body).toMatchObject({ recipients: 2, units: 2 })
  expect((await quoted('phone_off')).body.recipients).toBe(0)
  expect((await quoted('sender_refused,')).body.code).toBe('invalid_input')
  await app.look(
    `insert into sender_id (tenant_id, id, mask, status, requested_at) values ($1, $2, 'OTHERNAME', 2, now())`,
    [church.tenantId, crypto.randomUUID()],
  )
  const again = (body: object) => app.call(resendSms, { params: { id }, body }, token())
  expect((await again({ reasons: ['sender_refused'], senderId: 'NOTOURS' })).body.code).toBe('sender_not_approved')
  const asWritten = { subject: church.sender, message: 'Hello', failedOf: id, failedFor: ['phone_off' as const] }
  expect((await app.call(sendSms, { body: asWritten }, token())).body.code).toBe('no_recipients')
  const renamed = await again({ reasons: ['sender_refused'], senderId: 'othername', quotedUnits: 1 })
  expect(await recipients(renamed.body.id)).toEqual(['+2348031000198'])
  expect((await app.call(readMessage, { params: { id: renamed.body.id } }, token())).body).toMatchObject({
    senderId: 'OTHERNAME',
    destination: { failedOf: id, failedFor: ['sender_refused'] },
  })
  const leftOut = await again({ reasons: ['cancelled'] })
  expect([leftOut.status, leftOut.body.code]).toEqual([200, undefined])
  expect(await recipients(leftOut.body.id)).toEqual(['+2348031000101'])
})

test('one that comes while another is still being written waits for it, and then has nobody left', async () => {
  const id = await send('08031000198, 08031000298')
  await mend(id)
  const { database, enqueue } = app.server.context
  const { tenantId } = church
  const [account] = await app.look('select id from account where tenant_id = $1', [tenantId])
  const sender = { tenantId, accountId: String(account?.['id']), isoCode: 'NG', at: app.clock.now() }
  const second = await database.withTenant(tenantId, async (tx) => {
    await writeResend(tx, enqueue, sender, { id, footerFor: () => Promise.resolve(''), quotedUnits: null })
    const coming = resend(id)
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await app.look(waits)).length > 0)
    return { coming }
  })
  expect((await second.coming).body.code).toBe('no_recipients')
})

test('a price that changed, a sender ID that is no more and a message of another church send nothing', async () => {
  const id = await send('08031000198')
  expect((await resend(id, 7)).body.code).toBe('quote_changed')
  await app.look('update sender_id set status = 3 where tenant_id = $1', [church.tenantId])
  expect((await resend(id)).body.code).toBe('sender_not_approved')
  const other = await app.buildChurch({ units: 5 })
  const foreign = { token: other.admin.token }
  expect((await app.call(resendSms, { params: { id }, body: {} }, foreign)).status).toBe(404)
  expect((await app.call(quoteResend, { params: { id }, query: {} }, foreign)).status).toBe(404)
  const asOwn = { subject: other.sender, message: 'Hello', failedOf: id }
  expect((await app.call(sendSms, { body: asOwn }, foreign)).body.code).toBe('no_recipients')
})
