import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exportStatement, listMovements } from '#contract/billing/statement.ts'
import { deleteSentSms, getAllSentSms, listCampaigns, readCampaign } from '#contract/messaging/sent-sms.ts'
import { optOut } from '../../people/index.ts'
import { addressOf } from '../../test-kit/call.ts'
import type { Church, ChurchPlan } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { sendNotice } from './send-notice.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const inbox = z.object({ items: z.array(z.object({ to: z.string(), from: z.string(), text: z.string() })) })
const arrived = async (phone: string) =>
  inbox
    .parse(await (await fetch(`${app.sandboxUrl}/_sandbox/sms?limit=1000`)).json())
    .items.filter(({ to }) => to === phone)

const notice = ({ tenantId }: Church, phone: string, text = 'Your code is 123 456.') =>
  app.server.context.database.withTenant(tenantId, (tx) =>
    sendNotice(tx, app.server.context.enqueue, { tenantId, isoCode: 'NG', phone, text }, app.clock.now()),
  )
const churchOf = (plan: ChurchPlan = {}) => app.buildChurch({ units: 10, ...plan })
const campaignsOf = ({ tenantId }: Church) => app.look('select * from campaign where tenant_id = $1', [tenantId])
const finished = (church: Church) =>
  until(async () => (await campaignsOf(church)).every(({ finished_at: at }) => at !== null))

test('reaches somebody who refused bulk messages, and costs what any SMS costs', async () => {
  const church = await churchOf()
  const refusal = { channel: 'sms', address: '+2348031111111', source: 'link', at: app.clock.now() } as const
  await app.server.context.database.withTenant(church.tenantId, (tx) => optOut(tx, church.tenantId, refusal))
  expect(await notice(church, '+2348031111111')).toBe('sent')
  await finished(church)
  expect(await arrived('+2348031111111')).toMatchObject([{ from: church.sender, text: 'Your code is 123 456.' }])
  const { body } = await app.call(listMovements, { query: {} }, { token: church.admin.token })
  expect(body.items.map(({ kind, change }) => [kind, change])).toEqual([
    ['post', 0],
    ['hold', -1],
    ['grant', 10],
  ])
})

test('goes once by its reference, whatever is left', async () => {
  const church = await churchOf({ units: 1 })
  const { tenantId } = church
  const reference = randomUUID()
  const asked = { tenantId, isoCode: 'NG', phone: '+2348031111117', text: 'Hello', reference }
  const send = () =>
    app.server.context.database.withTenant(tenantId, (tx) =>
      sendNotice(tx, app.server.context.enqueue, asked, app.clock.now()),
    )
  expect([await send(), await send()]).toEqual(['sent', 'sent'])
  expect(await campaignsOf(church)).toMatchObject([{ id: reference }])
})

test('loses its text once it is answered', async () => {
  const church = await churchOf()
  await notice(church, '+2348031111112')
  await finished(church)
  expect(await campaignsOf(church)).toMatchObject([{ message: '', purpose: 'notice', created_by: null }])
})

describe('nobody on the staff reads it', () => {
  test('on the list, by its id, in the file, or in the statement', async () => {
    const church = await churchOf()
    const options = { token: church.admin.token }
    await notice(church, '+2348031111113', 'A secret of one family')
    const [{ id } = {}] = await campaignsOf(church)
    expect((await app.call(listCampaigns, { query: {} }, options)).body).toMatchObject({ items: [], total: 0 })
    expect((await app.call(getAllSentSms, { query: {} }, options)).body).toMatchObject({ data: [], totalItems: 0 })
    expect((await app.call(readCampaign, { params: { id: String(id) } }, options)).status).toBe(404)
    expect((await app.call(deleteSentSms, { query: { IdList: String(id) } }, options)).body.deleted).toBe(false)
    const { body } = await app.call(listMovements, { query: {} }, options)
    const subjects = body.items.filter(({ kind }) => kind !== 'grant').map(({ subject }) => subject)
    for (const subject of subjects) expect(subject).toEqual({ kind: 'notice', id, text: '' })
    expect((await app.call(listMovements, { query: { search: 'secret' } }, options)).body.total).toBe(0)
    const address = addressOf(exportStatement, { query: { format: 'csv' } })
    const file = await fetch(app.url + address, { headers: { authorization: `Bearer ${church.admin.token}` } })
    const text = await file.text()
    expect(text).toContain('Message to one person')
    expect(text).not.toContain('secret')
  })
})

test.each([
  ['no_sender', { sender: null }],
  ['no_units', { units: 0 }],
] as const)('%s is said, and whatever else the transaction does is kept', async (outcome, plan) => {
  const church = await churchOf(plan)
  const phone = '+2348031111114'
  const sent = await app.server.context.database.withTenant(church.tenantId, async (tx) => {
    const said = await sendNotice(
      tx,
      app.server.context.enqueue,
      { tenantId: church.tenantId, isoCode: 'NG', phone, text: 'Hello' },
      app.clock.now(),
    )
    await optOut(tx, church.tenantId, { channel: 'sms', address: phone, source: 'desk', at: app.clock.now() })
    return said
  })
  expect(sent).toBe(outcome)
  expect(await campaignsOf(church)).toEqual([])
  expect(await app.look('select 1 from opt_out where tenant_id = $1', [church.tenantId])).toHaveLength(1)
})

test('two for the last unit: one goes', async () => {
  const church = await churchOf({ units: 1 })
  const both = await Promise.all([notice(church, '+2348031111115'), notice(church, '+2348031111116')])
  expect(both.toSorted()).toEqual(['no_units', 'sent'])
})
