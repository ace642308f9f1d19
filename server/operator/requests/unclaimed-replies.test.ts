import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as replies from '#contract/messaging/replies.ts'
import { readConsole } from '#contract/operator/session.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'
import * as calls from '#contract/operator/unclaimed-replies.ts'
import { forgetUnclaimedReplies } from '#server/messaging/replies/index.ts'
import { arrivedAt, bringReplies, REPLIER } from '#server/test-kit/bring-replies.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const DAY_MS = 86_400_000
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let operator: TestOperator
let church: Church
let other: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  operator = await buildOperator(app)
  ;[church, other] = [await app.buildChurch({ sender: 'SHARED' }), await app.buildChurch({ sender: 'SHARED' })]
})
afterAll(() => app.stop())
beforeEach(() => app.look('delete from unclaimed_reply'))

const list = async () => (await operator.call(calls.listUnclaimedReplies, { query: {} })).body
const assign = (id: string, churchId: string) =>
  operator.call(calls.assignUnclaimedReply, { params: { id }, body: { churchId } })
const remove = (id: string) => operator.call(calls.removeUnclaimedReply, { params: { id } })
const inboxOf = async ({ admin: { token } }: Church) =>
  (await app.call(replies.listConversations, { query: { filter: 'all' } }, { token })).body.items

/** Brings one that nobody claims and answers its id. */
async function bring(text: string, { to = 'NOBODYS', from = REPLIER } = {}): Promise<string> {
  expect(await bringReplies(app, [{ to, text, from }])).toBe(200)
  return (await list()).items.find((reply) => reply.text === text)?.id ?? ''
}

test('a reply to a name that nobody has, or that several share, waits for the operator with whoever may have it', async () => {
  await bring('To nobody')
  await bring('To one of two', { to: 'shared' })
  const { items, total } = await list()
  expect(total).toBe(2)
  const told = Object.fromEntries(items.map(({ text, churches }) => [text, churches.map(({ id }) => id).toSorted()]))
  expect(told).toEqual({ 'To nobody': [], 'To one of two': [church.tenantId, other.tenantId].toSorted() })
  expect((await operator.call(readConsole, {})).body.waiting.replies).toBe(2)
})

test('assigned to a church it arrives there and nowhere else, once, and the log has neither number nor words', async () => {
  const id = await bring('When is the vigil?')
  expect((await assign(id, church.tenantId)).status).toBe(200)
  const [conversation] = await inboxOf(church)
  expect(conversation).toMatchObject({ phone: REPLIER, lastText: 'When is the vigil?', unread: 1 })
  expect(await inboxOf(other)).toEqual([])
  expect((await list()).items).toEqual([])
  expect((await assign(id, other.tenantId)).body).toMatchObject({ code: 'not_found' })
  const { body: log } = await operator.call(listConsoleLog, { query: { search: 'reply.assigned' } })
  expect(log.items[0]?.details).toEqual({ church: 'Grace Chapel', mask: 'NOBODYS' })
})

test('one that says STOP stops what is in bulk there, without a message days later', async () => {
  const id = await bring('stop.', { to: 'SHARED', from: '08035550199' })
  expect((await assign(id, other.tenantId)).status).toBe(200)
  const stopped = 'select tenant_id, channel, address, source from opt_out'
  expect(await app.look(stopped)).toEqual([
    { tenant_id: other.tenantId, channel: 'all', address: '+2348035550199', source: 'reply' },
  ])
  expect(await app.look('select from campaign')).toEqual([])
  expect(await arrivedAt(app, '+2348035550199')).toEqual([])
})

test('what is no number of a person there, an unknown church and an unknown reply change nothing', async () => {
  const id = await bring('You won', { from: 'LOTTERY' })
  expect((await assign(id, church.tenantId)).body).toMatchObject({ code: 'invalid_input' })
  expect((await assign(id, UNKNOWN)).body).toMatchObject({ code: 'not_found' })
  expect((await assign(UNKNOWN, church.tenantId)).body).toMatchObject({ code: 'not_found' })
  expect((await list()).items.map((reply) => reply.id)).toEqual([id])
  expect((await remove(id)).status).toBe(200)
  expect((await remove(id)).body).toMatchObject({ code: 'not_found' })
  expect((await list()).items).toEqual([])
})

test('after 90 days they are shown no more, and gone with the night', async () => {
  await bring('An old one')
  app.clock.advance(91 * DAY_MS)
  operator = await buildOperator(app)
  expect((await list()).items).toEqual([])
  expect(await app.look('select text from unclaimed_reply')).toEqual([{ text: 'An old one' }])
  await forgetUnclaimedReplies(app.server.context)
  expect(await app.look('select text from unclaimed_reply')).toEqual([])
})
