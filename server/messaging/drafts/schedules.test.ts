import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/identity/audit.ts'
import { getCurrentSignedInUser } from '#contract/identity/session.ts'
import * as calls from '#contract/messaging/drafts.ts'
import * as schedules from '#contract/messaging/schedules.ts'
import { listCampaigns } from '#contract/messaging/sent-sms.ts'
import type { Church, ChurchPlan } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { findDue, forgetSent, sendScheduled } from './send-scheduled.ts'

/** A day on which nothing happens to the clocks of anybody. */
const NOW = '2027-01-15T09:00:00Z'
const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  setClock(NOW)
})
afterEach(() => setClock(NOW))
afterAll(() => app.stop())

const setClock = (at: string) => app.clock.advance(Date.parse(at) - app.clock.now().getTime())
const as = (church: Church) => ({ token: church.admin.token })
const church = (plan: ChurchPlan = {}) => app.buildChurch({ units: 10, ...plan })

type Plan = { id?: string; version?: number; message?: string; senderId?: string; destination?: object }
const schedule = (of: Church, localTime: string, { id = randomUUID(), version = 0, ...plan }: Plan = {}) =>
  app.call(
    schedules.scheduleDraft,
    {
      params: { id },
      body: {
        channel: 'sms',
        content: { senderId: plan.senderId ?? of.sender, message: plan.message ?? 'Service at nine' },
        destination: plan.destination ?? { phoneNumbers: '08031234567' },
        localTime,
        version,
      },
    },
    as(of),
  )
const cancel = (of: Church, id: string) => app.call(schedules.cancelSchedule, { params: { id } }, as(of))
const read = async (of: Church, id: string) => (await app.call(calls.readDraft, { params: { id } }, as(of))).body
const fire = (of: Church, draftId: string) =>
  sendScheduled(app.server.context, { tenantId: of.tenantId, draftId }, new AbortController().signal)
const sent = async (of: Church) => (await app.call(listCampaigns, { query: {} }, as(of))).body.items
const unitsOf = async (of: Church) => (await app.call(getCurrentSignedInUser, {}, as(of))).body.smsBalance
const actsOf = async (of: Church) =>
  (await app.call(listAudit, { query: { topic: 'messages' } }, as(of))).body.items.map(({ act }) => act).toReversed()

describe('a scheduled message', () => {
  test('is quoted as of now, changed until it goes, cancelled into a draft, and the log tells it', async () => {
    const own = await church()
    const first = await schedule(own, '2027-01-17T09:00')
    expect(first.body.quoteNow).toMatchObject({ recipients: 1, units: 1, balance: 10, balanceAfter: 9 })
    expect(await unitsOf(own)).toBe(10)
    const { id } = first.body.draft
    expect((await schedule(own, '2027-01-17T09:00', { id })).body.draft.version).toBe(1)
    expect((await schedule(own, '2027-01-17T11:00', { id, version: 1 })).body.draft.version).toBe(2)
    expect((await schedule(own, '2027-01-17T12:00', { id, version: 1 })).body.code).toBe('changed_meanwhile')
    const typed = { channel: 'sms', content: { senderId: '', message: 'Hm' }, destination: {}, version: 2 } as const
    const kept = await app.call(calls.saveDraft, { params: { id }, body: typed }, as(own))
    expect(kept.body).toMatchObject({ code: 'changed_meanwhile', fields: { state: 'scheduled' } })
    const cancelled = await Promise.all([cancel(own, id), cancel(own, id)])
    expect(cancelled.map(({ body }) => [body.state, body.goesAt, body.version])).toEqual([
      ['draft', null, 3],
      ['draft', null, 3],
    ])
    setClock('2027-01-17T12:00:00Z')
    await fire(own, id)
    expect(await sent(own)).toEqual([])
    expect(await actsOf(own)).toEqual(['message.scheduled', 'message.schedule_changed', 'message.schedule_cancelled'])
  })

  test('needs an approved sender ID, a text and somebody; units may come later', async () => {
    const own = await church({ units: 0 })
    const codeOf = async (plan: Plan) => (await schedule(own, '2027-01-17T09:00', plan)).body.code
    expect(await codeOf({ senderId: 'UNKNOWN' })).toBe('sender_not_approved')
    expect(await codeOf({ destination: {} })).toBe('no_recipients')
    expect(await codeOf({ message: '' })).toBe('invalid_input')
    expect(await codeOf({ message: 'a'.repeat(1_601) })).toBe('invalid_input')
    expect((await schedule(own, '2027-01-17T09:00')).body.quoteNow).toMatchObject({ balanceAfter: -1 })
  })

  test('goes once to whoever is there then, with five schedulers at the same moment', async () => {
    const own = await church({ people: [{ phone: '+2348031234567' }, { phone: '+2348031234568' }] })
    const { draft, quoteNow } = (await schedule(own, '2027-01-17T09:00', { destination: { allContacts: true } })).body
    expect(quoteNow.recipients).toBe(2)
    const { id } = draft
    await fire(own, id)
    expect(await sent(own)).toEqual([])
    await app.look(
      `insert into opt_out (tenant_id, channel, address, source, at) select $1, 'sms', '+2348031234568', 'desk', now()`,
      [own.tenantId],
    )
    await app.look(`update person set phone = '+2348031234569' where tenant_id = $1 and first_name = 'Ada'`, [
      own.tenantId,
    ])
    setClock('2027-01-17T08:00:00Z')
    await Promise.all([1, 2, 3, 4, 5].map(() => fire(own, id)))
    await fire(own, id)
    expect(await sent(own)).toMatchObject([
      { recipients: 2, units: 2, sentAt: expect.stringMatching(/^2027-01-17T08:00/) },
    ])
    expect(await unitsOf(own)).toBe(8)
    expect((await read(own, id)).state).toBe('sent')
    expect((await cancel(own, id)).body.code).toBe('already_sent')
    expect((await schedule(own, '2027-01-18T09:00', { id, version: 2 })).body.code).toBe('already_sent')
    expect(await actsOf(own)).toEqual(['message.scheduled', 'message.sent'])
  })

  test('reaches whoever was merged since, by the person that is left', async () => {
    const own = await church({ people: [{ phone: '+2348031234567' }, { phone: '+2348031234568' }] })
    const [keepId = '', otherId = ''] = own.personIds
    const { id } = (await schedule(own, '2027-01-17T09:00', { destination: { personIds: [otherId] } })).body.draft
    await app.look('update person set merged_into = $2, archived_at = now() where id = $1', [otherId, keepId])
    setClock('2027-01-17T08:00:00Z')
    await fire(own, id)
    const [campaign] = await sent(own)
    const recipients = await app.look('select address from campaign_recipient where campaign_id = $1', [campaign?.id])
    expect(recipients).toEqual([{ address: '+2348031234567' }])
  })

  test('goes while the church’s subscription is over, as sending does', async () => {
    const own = await church({ expiresOn: '2027-01-16' })
    const { id } = (await schedule(own, '2027-01-18T09:00')).body.draft
    setClock('2027-01-18T08:00:00Z')
    await fire(own, id)
    expect((await read(own, id)).state).toBe('sent')
    expect((await schedule(own, '2027-01-19T09:00')).status).toBe(200)
  })

  test.each(['cancel', 'change'] as const)('that somebody wants to %s as it goes is gone or is not', async (rival) => {
    const own = await church()
    const { id } = (await schedule(own, '2027-01-17T09:00')).body.draft
    setClock('2027-01-17T08:00:01Z')
    const rivals = {
      cancel: () => cancel(own, id),
      change: () => schedule(own, '2027-01-18T09:00', { id, version: 1 }),
    }
    const [, { body }] = await Promise.all([fire(own, id), rivals[rival](), fire(own, id)])
    const { state } = await read(own, id)
    const isRefused = body.code === 'already_sent'
    expect([state === 'sent', (await sent(own)).length]).toEqual([isRefused, isRefused ? 1 : 0])
  })

  test('that somebody sends as it goes goes once', async () => {
    const own = await church()
    const { id } = (await schedule(own, '2027-01-17T09:00')).body.draft
    setClock('2027-01-17T08:00:01Z')
    const press = () => app.call(calls.sendDraft, { params: { id }, body: { version: 1 } }, as(own))
    await Promise.all([fire(own, id), press(), fire(own, id), press()])
    expect(await sent(own)).toHaveLength(1)
    expect(await unitsOf(own)).toBe(9)
  })

  test('goes late after an outage of hours, and after a day not any more', async () => {
    const own = await church()
    const [late, missed] = await Promise.all([schedule(own, '2027-01-17T09:00'), schedule(own, '2027-01-16T09:00')])
    setClock('2027-01-17T10:00:00Z')
    await Promise.all([late, missed].map(({ body }) => fire(own, body.draft.id)))
    expect(await read(own, late.body.draft.id)).toMatchObject({ state: 'sent' })
    expect(await read(own, missed.body.draft.id)).toMatchObject({ state: 'failed', reason: 'missed' })
    const [campaign, ...others] = await sent(own)
    expect(others).toEqual([])
    // What our records lack the gateway may have, as after a back-up was restored.
    const delivery = `select data ->> 'askFirst' as "askFirst" from pgboss.job where data ->> 'campaignId' = $1`
    expect(await app.look(delivery, [campaign?.id])).toEqual([{ askFirst: 'true' }])
  })

  test('is found by the sweep where its job was lost, and given one job however many sweep', async () => {
    const own = await church()
    const { id } = (await schedule(own, '2027-01-17T09:00')).body.draft
    const jobs = () =>
      app.look(`select data from pgboss.job where name = 'messaging.send-scheduled' and data ->> 'draftId' = $1`, [id])
    await findDue(app.server.context)
    expect(await jobs()).toHaveLength(1)
    setClock('2027-01-17T08:03:00Z')
    // Its own job sleeps by a clock that was wrong.
    await findDue(app.server.context)
    await findDue(app.server.context)
    expect(await jobs()).toHaveLength(2)
    await app.look(`delete from pgboss.job where data ->> 'draftId' = $1`, [id])
    setClock('2027-01-17T08:01:00Z')
    await findDue(app.server.context)
    await findDue(app.server.context)
    expect(await jobs()).toEqual([{ data: { tenantId: own.tenantId, draftId: id, found: true } }])
  })

  test('that was sent is shown for 30 days, and then forgotten', async () => {
    const own = await church()
    const { id } = (await schedule(own, '2027-01-17T09:00')).body.draft
    setClock('2027-01-17T08:00:00Z')
    await fire(own, id)
    const stored = () => app.look('select state from draft where id = $1', [id])
    app.clock.advance(29 * DAY_MS)
    await forgetSent(app.server.context)
    expect(await stored()).toEqual([{ state: 'sent' }])
    app.clock.advance(2 * DAY_MS)
    await forgetSent(app.server.context)
    expect(await stored()).toEqual([])
    setClock(NOW)
    expect(await sent(own)).toHaveLength(1)
  })
})

describe('what cannot go', () => {
  const failing = async (own: Church, plan: Plan, change: () => Promise<unknown>) => {
    const { id } = (await schedule(own, '2027-01-17T09:00', plan)).body.draft
    await change()
    setClock('2027-01-17T08:00:00Z')
    await fire(own, id)
    await fire(own, id)
    setClock(NOW)
    return read(own, id)
  }

  test('waits with its reason, and is sent or edited from there', async () => {
    const own = await church({ units: 0 })
    const failed = await failing(own, {}, () => Promise.resolve())
    expect(failed).toMatchObject({ state: 'failed', reason: 'not_enough_units', version: 2 })
    const { items } = (await app.call(calls.listDrafts, { query: { list: 'schedules', state: 'failed' } }, as(own)))
      .body
    expect(items.map(({ id }) => id)).toEqual([failed.id])
    await app.look(`update unit_account set balance = 5 where tenant_id = $1 and account = 'available'`, [own.tenantId])
    const body = { version: 2 }
    const now = await app.call(calls.sendDraft, { params: { id: failed.id }, body }, as(own))
    expect(now.body).toMatchObject({ status: true, unitsUsed: 1 })
  })

  test.each([
    [
      'sender_not_approved',
      (own: Church) => app.look('update sender_id set status = 3 where tenant_id = $1', [own.tenantId]),
    ],
    ['no_recipients', (own: Church) => app.look('update person set phone = null where tenant_id = $1', [own.tenantId])],
  ])('%s: nothing is taken, its author gets one mail to write', async (reason, change) => {
    const own = await church({ people: [{ phone: '+2348031234567' }] })
    const failed = await failing(own, { destination: { allContacts: true } }, () => change(own))
    expect(failed).toMatchObject({ state: 'failed', reason })
    expect(await unitsOf(own)).toBe(10)
    const mails = await app.look(
      `select data from pgboss.job where name = 'messaging.tell-of-failed-schedule' and data ->> 'draftId' = $1`,
      [failed.id],
    )
    expect(mails).toHaveLength(1)
    const { content, destination } = failed
    const edited = { channel: 'sms', content, destination, version: failed.version } as const
    const saved = await app.call(calls.saveDraft, { params: { id: failed.id }, body: edited }, as(own))
    expect(saved.body).toMatchObject({ state: 'draft', goesAt: null, reason: null })
  })
})

test('existing clients schedule, list and delete', async () => {
  const own = await church({ timeZone: 'America/New_York', isoCode: 'US' })
  const body = { subject: own.sender, message: 'See you', toOthers: '(212) 555-0142', isoCode: 'US' }
  const post = (times: object, key = `${Math.floor(app.clock.now().getTime())} ${JSON.stringify(times)}`) =>
    app.call(
      schedules.saveSmsSchedule,
      { body: { ...body, ...times } },
      { ...as(own), headers: { 'idempotency-key': key } },
    )
  const times = { executionDate: '2027-01-17T00:00:00', date: '2027-01-17T00:00:00', time: '09:00:00' }
  const [first, again] = [await post(times, 'one press'), await post(times, 'one press')]
  expect(first.body).toEqual({
    id: expect.any(String),
    subject: own.sender,
    message: 'See you',
    isExecuted: false,
    executionDate: '2027-01-17T09:00:00-05:00',
  })
  expect(again.body).toEqual(first.body)
  const second = await post({ date: '2027-07-18T09:30:00' })
  expect(second.body.executionDate).toBe('2027-07-18T09:30:00-04:00')
  expect((await post({ date: '2027-01-01T09:00:00' })).body.code).toBe('time_passed')
  expect((await post({ date: '2027-03-14T02:30:00' })).body.code).toBe('time_skipped')
  expect((await post({})).body.code).toBe('invalid_input')
  setClock('2027-01-17T14:00:00Z')
  await fire(own, first.body.id)
  const listed = (await app.call(schedules.getSmsSchedules, {}, as(own))).body
  expect(listed).toEqual([second.body, { ...first.body, isExecuted: true }])
  const ScheduledMessageIdList = listed.map(({ id }) => id).join(',')
  const remove = () => app.call(schedules.deleteSmsSchedules, { query: { ScheduledMessageIdList } }, as(own))
  expect((await remove()).body).toEqual({ deleted: true, message: 'Deleted. 1 of them had already been sent.' })
  expect((await remove()).body.deleted).toBe(false)
  expect((await app.call(schedules.getSmsSchedules, {}, as(own))).body).toEqual([])
  expect(await actsOf(own)).toEqual([
    'message.scheduled',
    'message.scheduled',
    'message.sent',
    'message.schedule_cancelled',
  ])
})
