import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/messaging/replies.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { bringReplies, arrivedAt, REPLIER as PHONE } from '../../test-kit/bring-replies.ts'
import type { Church, ChurchPlan } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

let senders = 0
/** A church with a sender ID that no other has, so that replies to it are its own. */
const build = (plan: ChurchPlan = {}) => app.buildChurch({ units: 100, sender: `REPLY${(senders += 1)}`, ...plan })
const as = (who: Church) => ({ token: who.admin.token })
const bring = (...given: Parameters<typeof bringReplies> extends [TestApp, ...infer Rest] ? Rest : never) =>
  bringReplies(app, ...given)
const arrived = (to: string) => arrivedAt(app, to)

const list = async (who: Church, filter: calls.ConversationFilter = 'all', search?: string) =>
  (await app.call(calls.listConversations, { query: { filter, ...(search && { search }) } }, as(who))).body.items
const counts = async (who: Church) => (await app.call(calls.countConversations, {}, as(who))).body
const optOuts = (who: Church) =>
  app.look('select channel, address, source from opt_out where tenant_id = $1 order by channel', [who.tenantId])
test('a reply that the sandbox brings stands in the inbox with the name of who wrote it', async () => {
  const church = await build({ people: [{ firstName: 'Chidịnma', lastName: 'Ọkáfọ̀r', phone: PHONE }] })
  const answer = await fetch(`${app.sandboxUrl}/_sandbox/sms/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: PHONE, to: church.sender, text: 'What time is the service?' }),
  })
  expect([answer.status, await answer.json()]).toEqual([200, { id: expect.any(String), taken: true }])
  const [found, ...others] = await list(church)
  expect(others).toEqual([])
  expect(found).toMatchObject({
    phone: PHONE,
    people: [{ id: church.personIds[0], firstName: 'Chidịnma' }],
    lastText: 'What time is the service?',
    unread: 1,
    maybeStop: false,
    stopped: null,
    assignedTo: null,
  })
  expect(await counts(church)).toEqual({
    latestAt: expect.any(String),
    all: 1,
    open: 1,
    mine: 0,
    unassigned: 1,
    unread: 1,
    maybeStop: 0,
  })
  for (const search of ['okafor', '0803 555 0111', 'SERVICE']) expect(await list(church, 'all', search)).toHaveLength(1)
  expect(await list(church, 'all', 'nothing of it')).toEqual([])
})

test('what only looks like a request to stop changes nothing until somebody presses', async () => {
  const church = await build()
  await bring([
    { to: church.sender, text: 'please stop sending at nite' },
    { to: church.sender, text: 'we will stop by on Sunday', from: '+2348035550112' },
  ])
  expect(await optOuts(church)).toEqual([])
  const [near, ...others] = await list(church, 'maybe_stop')
  expect([near?.lastText, others]).toEqual(['please stop sending at nite', []])
  const params = { id: near?.id ?? '' }
  const { body } = await app.call(calls.stopConversation, { params, body: { stop: true } }, as(church))
  expect(body).toMatchObject({ maybeStop: false, isDone: true, stopped: { channel: 'all', source: 'reply' } })
  expect(await optOuts(church)).toEqual([{ channel: 'all', address: PHONE, source: 'reply' }])
  await app.call(calls.stopConversation, { params, body: { stop: false } }, as(church))
  expect(await optOuts(church)).toEqual([])
  await bring([{ to: church.sender, text: 'pls stop' }])
  const { body: neither } = await app.call(calls.markConversation, { params, body: { maybeStop: false } }, as(church))
  expect([neither.maybeStop, neither.isDone]).toEqual([false, false])
})

test('a reply is read, given to a colleague, answered and done; the other church sees nothing of it', async () => {
  const church = await build({ people: [{ firstName: 'Efua', phone: PHONE }] })
  const other = await build()
  const colleague = await addColleague(app, church, { roles: ['Communicator'] })
  await app.call(
    sendSms,
    { body: { subject: church.sender, message: 'Dear #name#, come', toOthers: PHONE } },
    as(church),
  )
  app.clock.advance(1_000)
  await bring([{ to: church.sender, text: 'Yes, gladly' }])
  const [row] = await list(church)
  const params = { id: row?.id ?? '' }
  const found = await app.call(calls.findConversation, { params: { id: church.personIds[0] ?? '' } }, as(church))
  expect(found.body).toEqual(params)

  await app.call(calls.markConversation, { params, body: { read: true } }, as(church))
  expect(await counts(church)).toMatchObject({ unread: 0, open: 1, unassigned: 1 })
  await app.call(calls.assignConversation, { params, body: { accountId: colleague.accountId } }, as(church))
  expect(await counts(church)).toMatchObject({ unassigned: 0, mine: 0 })
  expect((await app.call(calls.countConversations, {}, { token: colleague.token })).body.mine).toBe(1)
  const stranger = await app.call(
    calls.assignConversation,
    { params, body: { accountId: crypto.randomUUID() } },
    as(church),
  )
  expect(stranger.body.code).toBe('not_found')

  app.clock.advance(1_000)
  const key = { ...as(church), headers: { 'idempotency-key': 'one press' } }
  const answer = () => app.call(calls.answerConversation, { params, body: { text: 'See you on Sunday' } }, key)
  const [{ body }] = [await answer(), await answer()]
  expect(body.said.map(({ from, text }) => [from, text])).toEqual([
    ['message', 'Dear Efua, come'],
    ['reply', 'Yes, gladly'],
    ['answer', 'See you on Sunday'],
  ])
  expect(body).toMatchObject({ lastIsOurs: true, isAnswered: true, assignedTo: { id: colleague.accountId } })
  await until(async () => (await arrived(PHONE))[0]?.text === 'See you on Sunday')
  expect((await arrived(PHONE))[0]?.from).toBe(church.sender)
  const read = async () => (await app.call(calls.readConversation, { params }, as(church))).body.said.at(-1)
  await until(async () => (await read())?.state === 'delivered')
  expect(await read()).toMatchObject({ from: 'answer', text: 'See you on Sunday' })
  expect((await app.call(calls.markConversation, { params, body: { done: true } }, as(church))).body.isDone).toBe(true)
  await bring([{ to: church.sender, text: 'Thanks' }])
  expect(await counts(church)).toMatchObject({ open: 1, unread: 1 })

  expect((await app.call(calls.readConversation, { params }, as(other))).body.code).toBe('not_found')
  expect((await app.call(calls.answerConversation, { params, body: { text: 'Hi' } }, as(other))).body.code).toBe(
    'not_found',
  )
  await bring([{ to: church.sender, text: 'STOP' }])
  const refused = await app.call(calls.answerConversation, { params, body: { text: 'But …' } }, as(church))
  expect([refused.status, refused.body.code]).toEqual([409, 'stopped'])
})

test('existing clients get their page of replies', async () => {
  const church = await build({ people: [{ firstName: 'Kofi', lastName: 'Boateng', phone: PHONE }] })
  await bring([{ to: church.sender, text: 'Amen', at: '2026-01-01T10:00:00Z' }])
  await bring([{ to: church.sender, text: 'Who?', from: '+2348035550113' }])
  const { body } = await app.call(calls.getAllSmsReplies, { query: { page: 1 } }, as(church))
  expect(body.totalItems).toBe(2)
  expect(body.data).toEqual([
    expect.objectContaining({
      phone: '+2348035550113',
      name: '',
      message: 'Who?',
      isRead: false,
      subject: church.sender,
    }),
    expect.objectContaining({ phone: PHONE, name: 'Kofi Boateng', message: 'Amen', date: '2026-01-01T10:00:00.000Z' }),
  ])
})
