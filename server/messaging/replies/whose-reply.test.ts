import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/messaging/replies.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { bringReplies, REPLIER as PHONE } from '../../test-kit/bring-replies.ts'
import type { Church, ChurchPlan } from '../../test-kit/build-church.ts'
import { insertSender } from '../../test-kit/church-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

const SHARED = 'SUNDAY'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const build = (plan: ChurchPlan = {}) => app.buildChurch({ units: 50, sender: SHARED, ...plan })
const as = (who: Church) => ({ token: who.admin.token })

/** Writes to the number and waits until the gateway has it. */
async function write(who: Church, subject = who.sender): Promise<string> {
  const body = { subject, message: 'Come', toOthers: PHONE }
  const id = (await app.call(sendSms, { body }, as(who))).body.sentMessageDTO?.id ?? ''
  await until(
    async () =>
      (await app.look('select accepted from campaign_recipient where campaign_id = $1', [id]))[0]?.['accepted'],
  )
  return id
}

const bring = (text: string, to = SHARED) => bringReplies(app, [{ to, text }])
const texts = async (who: Church) =>
  (await app.look('select text from sms_reply where tenant_id = $1 order by received_at', [who.tenantId])).map(
    ({ text }) => text,
  )

test('of churches with one sender ID the reply is for the one that wrote to the number last under it', async () => {
  const [first, second, silent] = [await build(), await build(), await build()]
  const { database } = app.server.context
  await database.withTenant(first.tenantId, (tx) => insertSender(tx, first.tenantId, 'OTHERNAME'))
  await bring('Before anybody wrote')
  expect([await texts(first), await texts(second), await texts(silent)]).toEqual([[], [], []])
  expect(await app.look(`select text from unclaimed_reply where sender = $1`, [SHARED])).toEqual([
    { text: 'Before anybody wrote' },
  ])
  await write(first)
  await bring('To the first')
  await write(second)
  // The first wrote later, but under another name.
  await write(first, 'OTHERNAME')
  await bring('To the second')
  expect([await texts(first), await texts(second), await texts(silent)]).toEqual([
    ['To the first'],
    ['To the second'],
    [],
  ])
})

test('what waited for its hours counts from when it left, and no number of campaigns in between hides it', async () => {
  const [early, late] = [await build({ sender: 'WAITING' }), await build({ sender: 'WAITING' })]
  const waited = await write(early)
  await write(late)
  // It was taken on before the other one and handed over after it.
  await app.look(
    `update campaign_batch set claimed_at = now() + interval '1 minute', leased_at = now() + interval '1 minute' where campaign_id = $1`,
    [waited],
  )
  app.clock.advance(120_000)
  await app.look(
    `insert into campaign (tenant_id, id, channel, sender, message, neutral_name, route_id, gateway, rate_numerator, rate_denominator,
       returns_undelivered, created_by, purpose, created_at, recipients, queued, segments, units_held, finished_at)
     select tenant_id, gen_random_uuid(), channel, sender, message, neutral_name, route_id, gateway, rate_numerator, rate_denominator,
       returns_undelivered, created_by, purpose, now() + n * interval '1 millisecond', 1, 1, 1, 1, now()
     from campaign, generate_series(1, 600) n where id = $1`,
    [waited],
  )
  await bring('When is it?', 'WAITING')
  expect([await texts(early), await texts(late)]).toEqual([['When is it?'], []])
  const [row] = (await app.call(calls.listConversations, { query: { filter: 'all' } }, as(early))).body.items
  const { body } = await app.call(calls.readConversation, { params: { id: row?.id ?? '' } }, as(early))
  expect(body.said.map(({ text }) => text)).toContain('Come')
})

test('START takes back what people stopped themselves, and what the desk noted only who may note it', async () => {
  const church = await build({ sender: 'DESKNOTE', people: [{ phone: PHONE }] })
  const optOuts = () =>
    app.look('select channel, source from opt_out where tenant_id = $1 order by channel', [church.tenantId])
  const note = () => app.look(`insert into opt_out values ($1, 'sms', $2, 'desk')`, [church.tenantId, PHONE])
  await note()
  await bring('STOP', 'DESKNOTE')
  await bring('START', 'DESKNOTE')
  expect(await optOuts()).toEqual([{ channel: 'sms', source: 'desk' }])

  const { token } = await addColleague(app, church, { roles: ['Communicator'] })
  const [row] = (await app.call(calls.listConversations, { query: { filter: 'all' } }, as(church))).body.items
  const params = { id: row?.id ?? '' }
  const allow = (who: { token: string }) => app.call(calls.stopConversation, { params, body: { stop: false } }, who)
  const refused = await allow({ token })
  expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
  await bring('STOP', 'DESKNOTE')
  expect((await allow({ token })).body.stopped?.source).toBe('desk')
  expect(await optOuts()).toEqual([{ channel: 'sms', source: 'desk' }])
  expect((await allow(as(church))).body.stopped).toBeNull()
  expect(await optOuts()).toEqual([])
})
