import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as calls from '#contract/operator/requests.ts'
import { readConsole } from '#contract/operator/session.ts'
import { listConsoleLog } from '#contract/operator/settings.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const reason = 'The networks know this name as a bank’s.'

let app: TestApp
let operator: TestOperator
let church: Church
beforeAll(async () => {
  app = await startApp()
  operator = await buildOperator(app)
})
beforeEach(async () => {
  await app.look('delete from sender_id')
  church = await app.buildChurch({ sender: null })
})
afterAll(() => app.stop())

async function ask(mask: string, { status = 0, minutesAgo = 0, tenantId = church.tenantId } = {}): Promise<string> {
  const [row] = await app.look(
    `insert into sender_id (tenant_id, mask, status, requested_at, decided_at)
     values ($1, $2, $3::smallint, now() - make_interval(mins => $4), case when $3::smallint > 1 then now() - make_interval(mins => $4) end) returning id`,
    [tenantId, mask, status, minutesAgo],
  )
  return String(row?.['id'])
}

type Decision = Parameters<typeof operator.call<typeof calls.decideSender>>[1]['body']
const decide = (id: string, body: Decision, churchId = church.tenantId) =>
  operator.call(calls.decideSender, { params: { churchId, id }, body })
const list = async (query: Parameters<typeof operator.call<typeof calls.listSenderRequests>>[1]['query']) =>
  (await operator.call(calls.listSenderRequests, { query })).body

const inbox = z.object({
  items: z.array(z.object({ to: z.array(z.string()), subject: z.string(), text: z.string() })),
})
async function mailsTo(email: string) {
  const { items } = inbox.parse(await (await fetch(`${app.sandboxUrl}/_sandbox/mail`)).json())
  return items.filter(({ to }) => to.includes(email))
}
const auditOf = async () =>
  (
    await app.look('select act, details, actor_kind as kind from audit_entry where tenant_id = $1 and act like $2', [
      church.tenantId,
      'sender.%',
    ])
  ).map(({ act, details, kind }) => [act, details, kind])

describe('the list', () => {
  test('has those that wait first, the oldest of them first, then the decided, the newest first', async () => {
    const other = await app.buildChurch({ sender: null })
    await ask('NEWDONE', { status: 2, minutesAgo: 5 })
    await ask('OLDDONE', { status: 3, minutesAgo: 60 })
    await ask('NEWASKED', { minutesAgo: 1 })
    await ask('OLDASKED', { status: 1, minutesAgo: 90, tenantId: other.tenantId })
    const order = ['OLDASKED', 'NEWASKED', 'NEWDONE', 'OLDDONE']
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ limit: 1, ...(cursor ? { cursor } : {}) })
      expect(page.total).toBe(4)
      paged.push(...page.items.map(({ mask }) => mask))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(order)
    const masksOf = async (state: 'waiting' | 'approved' | 'refused') =>
      (await list({ state })).items.map(({ mask }) => mask)
    expect(await masksOf('waiting')).toEqual(['OLDASKED', 'NEWASKED'])
    expect(await masksOf('approved')).toEqual(['NEWDONE'])
    expect(await masksOf('refused')).toEqual(['OLDDONE'])
    expect((await list({ search: 'oldas' })).items.map(({ state }) => state)).toEqual(['processing'])
    const ofChurch = await list({ churchId: other.tenantId })
    expect([ofChurch.items.map(({ mask }) => mask), ofChurch.total]).toEqual([['OLDASKED'], 1])
    expect((await list({ churchId: other.tenantId, state: 'approved' })).total).toBe(0)
    expect((await list({ churchId: UNKNOWN })).items).toEqual([])
    expect((await operator.call(readConsole, {})).body.waiting.senders).toBe(2)
  })
})

test('an approved name can be sent from; church and desk log it, and the owner is mailed', async () => {
  const id = await ask('GRACE')
  expect((await decide(id, { decision: 'processing' })).body).toMatchObject({ state: 'processing' })
  expect(await auditOf()).toEqual([])
  const { body } = await decide(id, { decision: 'approve' })
  expect(body).toMatchObject({ id, churchId: church.tenantId, mask: 'GRACE', state: 'approved', refusedReason: null })
  expect(body.decidedAt).not.toBeNull()
  expect(await auditOf()).toEqual([['sender.approved', { mask: 'GRACE' }, 'operator']])
  const log = (await operator.call(listConsoleLog, { query: { churchId: church.tenantId } })).body.items
  expect(log.map(({ act }) => act)).toEqual(['sender.approved', 'sender.processing'])
  expect(log[0]?.details).toMatchObject({
    mask: 'GRACE',
    before: { state: 'processing' },
    after: { state: 'approved' },
  })
  const mails = await vi.waitUntil(async () => {
    const found = await mailsTo(church.admin.email)
    return found.length > 0 ? found : null
  }, 10_000)
  expect(mails.map(({ subject }) => subject)).toEqual(['Sender id is approved!'])
})

test('a refused name is told with its reason, to who asked for it', async () => {
  const id = await ask('BANK')
  await app.look(
    `with asker as (
       insert into account (tenant_id, person_id, email, email_key, password_hash, roles)
       select tenant_id, person_id, 'asker@church.example', 'asker@church.example', password_hash, '{Communicator}' from account where tenant_id = $1
       returning id
     ) update sender_id set requested_by = (select id from asker) where id = $2`,
    [church.tenantId, id],
  )
  expect((await decide(id, { decision: 'refuse', reason })).body).toMatchObject({
    state: 'refused',
    refusedReason: reason,
  })
  const mails = await vi.waitUntil(async () => {
    const found = await mailsTo('asker@church.example')
    return found.length > 0 ? found : null
  }, 10_000)
  expect(mails[0]?.text).toContain(reason)
  expect(await mailsTo(church.admin.email)).toEqual([])
  expect(await auditOf()).toEqual([['sender.refused', { mask: 'BANK', reason }, 'operator']])
})

test('the same decision again changes nothing and tells nobody, even at the same moment', async () => {
  const id = await ask('GRACE')
  const replies = await Promise.all([1, 2, 3].map(() => decide(id, { decision: 'approve' })))
  expect(replies.map(({ body }) => body.state)).toEqual(['approved', 'approved', 'approved'])
  expect(await auditOf()).toHaveLength(1)
  const jobs = await app.look(
    `select from pgboss.job where name = 'messaging.tell-of-sender' and data ->> 'senderId' = $1`,
    [id],
  )
  expect(jobs).toHaveLength(1)
})

test('what was decided can be decided anew', async () => {
  const id = await ask('GRACE')
  await decide(id, { decision: 'refuse', reason })
  expect((await decide(id, { decision: 'approve' })).body).toMatchObject({ state: 'approved', refusedReason: null })
})

test('a name of another church, and none at all, are not found', async () => {
  const id = await ask('GRACE')
  const other = await app.buildChurch()
  expect((await decide(id, { decision: 'approve' }, other.tenantId)).body.code).toBe('not_found')
  expect((await decide(UNKNOWN, { decision: 'approve' })).body.code).toBe('not_found')
  expect((await decide(id, { decision: 'approve' }, UNKNOWN)).body.code).toBe('not_found')
  expect((await list({ search: 'GRACE' })).items[0]?.state).toBe('pending')
})
