import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTransfer } from '#contract/billing/payments.ts'
import { exportStatement, listMovements, listStatement } from '#contract/billing/statement.ts'
import type { CallArgs } from '#contract/endpoint.ts'
import { deleteSentSms } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { systemActor } from '../../platform/http/index.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { addressOf } from '../../test-kit/call.ts'
import { openBankAccount, setPrice } from '../../test-kit/price-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { postUnits, returnUnits, settle } from '../index.ts'

let app: TestApp
let church: Church
let payment: { id: string; reference: string }
let message: string
const TEXT = 'Good morning #name#, the 50% choir_practice is at six today, and not at seven as we wrote'

beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await openBankAccount(app.look, 'NGN')
  church = await app.buildChurch({ units: 0, expiresOn: '2020-01-31' })
  payment = await buy(church)
  message = await send(church, TEXT)
  const { tenantId } = church
  await app.server.context.database.withTenant(tenantId, async (tx) => {
    await postUnits(tx, tenantId, { units: 1, reference: `${message}:1`, at: app.clock.now() })
    await returnUnits(tx, tenantId, { units: 1, reference: `${message}:1`, at: app.clock.now() })
  })
})
afterAll(() => app.stop())

const as = ({ admin }: Church) => ({ token: admin.token })

async function buy(by: Church): Promise<{ id: string; reference: string }> {
  const { tenantId } = by
  const body = { purpose: 'units', currency: 'NGN', amount: '590' } as const
  const { id, reference } = (await app.call(startTransfer, { body }, as(by))).body
  const outcome = { state: 'succeeded' } as const
  const settling = { tenantId, paymentId: id, outcome, actor: systemActor, at: app.clock.now() }
  await app.server.context.database.withTenant(tenantId, (tx) => settle(tx, app.server.context, settling))
  return { id, reference }
}

async function send(by: Church, text: string): Promise<string> {
  const body = { subject: by.sender, message: text, toOthers: '08031234567' }
  return (await app.call(sendSms, { body }, as(by))).body.sentMessageDTO?.id ?? ''
}

const list = async (query: CallArgs<typeof listStatement>['query'] = {}, by = church) =>
  (await app.call(listStatement, { query }, as(by))).body

async function download(query: CallArgs<typeof exportStatement>['query'], token = church.admin.token) {
  const address = app.url + addressOf(exportStatement, { query })
  const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  return { status: reply.status, name: reply.headers.get('content-disposition'), text: await reply.text() }
}

test('a purchase is named by its reference, what a message took and gave back by its first words', async () => {
  const ofMessage = {
    kind: 'message',
    id: message,
    text: 'Good morning #name#, the 50% choir_practice is at six…',
  }
  const ofPayment = { kind: 'payment', id: payment.id, text: payment.reference }
  const lines = await list()
  expect([lines.total, lines.movements]).toEqual([2, 4])
  expect(lines.items.map(({ kind, movements, subject }) => [kind, movements, subject])).toEqual([
    [null, 3, ofMessage],
    ['grant', 1, ofPayment],
  ])
  const { items } = (await app.call(listMovements, { query: {} }, as(church))).body
  expect(items.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['return', ofMessage],
    ['post', ofMessage],
    ['hold', ofMessage],
    ['grant', ofPayment],
  ])
})

test('what the installation gave has no subject', async () => {
  const given = await app.buildChurch({ units: 10 })
  expect((await list({}, given)).items).toMatchObject([{ kind: 'grant', subject: null }])
})

test('finds references, words of messages and sender IDs', async () => {
  const found = async (search: string): Promise<string[]> => {
    const { items, total, movements } = await list({ search })
    const all = (await app.call(listMovements, { query: { search } }, as(church))).body
    expect([total, movements, all.total]).toEqual([items.length, all.items.length, all.items.length])
    return all.items.map(({ kind }) => kind)
  }
  expect(await found(payment.reference.toLowerCase())).toEqual(['grant'])
  expect(await found('AT SIX')).toEqual(['return', 'post', 'hold'])
  expect(await found('gracechapel')).toEqual(['return', 'post', 'hold'])
  expect(await found('50%')).toHaveLength(3)
  expect(await found('5_% ')).toEqual([])
  expect((await list({ search: 'six', kind: 'post' })).total).toBe(1)
})

test('a message that was deleted keeps its row, and its words are gone', async () => {
  const other = await app.buildChurch({ units: 10 })
  const id = await send(other, 'A word that nobody should read')
  await app.call(deleteSentSms, { query: { IdList: id } }, as(other))
  expect((await list({}, other)).items[0]).toMatchObject({ kind: 'hold', subject: { kind: 'message', id, text: '' } })
  expect((await list({ search: 'nobody' }, other)).total).toBe(0)
  expect((await download({ format: 'csv' }, other.admin.token)).text).not.toContain('nobody')
})

test('is taken away as a file: all that matches, its balances reckoned from its changes', async () => {
  const { text, name } = await download({ format: 'csv' })
  expect(name).toMatch(/filename="units-\d{4}-\d\d-\d\d\.csv"/)
  const [heading, ...lines] = text.trimEnd().split('\r\n')
  expect(heading).toBe('Date,What,For,Units,Reserved,Balance')
  expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d,/, ''))).toEqual([
    'Returned: not delivered,"Good morning #name#, the 50% choir_practice is at six…",1,0,100',
    'Used from reserved: 1,"Good morning #name#, the 50% choir_practice is at six…",0,0,99',
    'Reserved for a message,"Good morning #name#, the 50% choir_practice is at six…",-1,1,99',
    `Bought,${payment.reference},100,0,100`,
  ])
  const chosen = { format: 'txt', columns: 'balance,units', headings: 'Solde|Unités', kind: 'grant' } as const
  expect((await download(chosen)).text).toBe('Solde\tUnités\r\n100\t100\r\n')
  expect((await download({ format: 'xlsx' })).status).toBe(200)
  const print = JSON.parse((await download({ format: 'json', title: 'Units', search: payment.reference })).text)
  expect(print).toMatchObject({ title: 'Units', total: 1 })
  expect((await download({ format: 'csv', columns: 'number' })).status).toBe(400)
  const notes = await app.look(
    `select details ->> 'rows' as rows from audit_entry where tenant_id = $1 and act = 'list.exported' order by at limit 1`,
    [church.tenantId],
  )
  expect(notes).toEqual([{ rows: '4' }])
})

test('a church sees its own only, and staff without billing none', async () => {
  const other = await app.buildChurch({ units: 10 })
  expect((await list({ search: payment.reference }, other)).total).toBe(0)
  expect((await list({}, other)).items).toHaveLength(1)
  const { token } = await addColleague(app, church, { roles: ['Communicator'] })
  expect((await app.call(listStatement, { query: {} }, { token })).body.code).toBe('not_allowed')
  expect((await download({ format: 'csv' }, token)).status).toBe(403)
})
