import { afterAll, beforeAll, expect, test } from 'vitest'
import { readUnitAlert, saveUnitAlert } from '#contract/billing/statement.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { grantUnits, holdUnits, releaseUnits } from '../index.ts'
import { revokeUnits } from './ledger-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const as = ({ admin }: Church) => ({ token: admin.token })
const read = async (church: Church) => (await app.call(readUnitAlert, {}, as(church))).body
const save = async (church: Church, threshold: number | null) =>
  (await app.call(saveUnitAlert, { body: { threshold } }, as(church))).body

let references = 0
const give = ({ tenantId }: Church, units: number): Promise<void> =>
  app.server.context.database.withTenant(tenantId, (tx) =>
    grantUnits(tx, tenantId, { units, reference: `gift-${(references += 1)}`, at: app.clock.now() }),
  )
const spend = ({ tenantId }: Church, units: number, reference = `send-${(references += 1)}`): Promise<void> =>
  app.server.context.database.withTenant(tenantId, (tx) =>
    holdUnits(tx, app.server.context.enqueue, { tenantId, units, reference, at: app.clock.now() }),
  )

/** How many mails are to be sent to the church. */
async function told({ tenantId }: Church): Promise<number> {
  const rows = await app.look(
    `select data from pgboss.job where name = 'billing.low-units' and data ->> 'tenantId' = $1`,
    [tenantId],
  )
  for (const { data } of rows) expect(Object.keys(data as object).toSorted()).toEqual(['accountId', 'tenantId'])
  return rows.length
}

test('nobody is told until a number is set, and setting it above what there is tells nobody', async () => {
  const church = await app.buildChurch({ units: 50 })
  expect(await read(church)).toEqual({ threshold: null, isLow: false })
  await spend(church, 10)
  expect(await save(church, 40)).toEqual({ threshold: 40, isLow: false })
  expect(await save(church, 41)).toEqual({ threshold: 41, isLow: true })
  await spend(church, 10)
  expect(await read(church)).toEqual({ threshold: 41, isLow: true })
  expect(await told(church)).toBe(0)
})

test('is told once when units fall below the number, and again only after there were as many', async () => {
  const church = await app.buildChurch({ units: 100 })
  await save(church, 40)
  await spend(church, 60)
  expect(await told(church)).toBe(0)
  await spend(church, 1)
  await spend(church, 1)
  await give(church, 1)
  await spend(church, 1)
  expect(await told(church)).toBe(1)
  await give(church, 3)
  expect(await read(church)).toEqual({ threshold: 40, isLow: false })
  await spend(church, 5)
  expect(await told(church)).toBe(2)
})

test('units that are taken back for a refund count as spent', async () => {
  const church = await app.buildChurch({ units: 100 })
  const { tenantId } = church
  await save(church, 40)
  await app.server.context.database.withTenant(tenantId, (tx) => {
    const movement = { tenantId, units: 61, reference: 'refund', at: app.clock.now() }
    return revokeUnits(tx, app.server.context.enqueue, movement)
  })
  expect(await told(church)).toBe(1)
})

test('a send that did not go gives its units back, and the next one that takes them is told of', async () => {
  const church = await app.buildChurch({ units: 100 })
  const { tenantId } = church
  await save(church, 40)
  await spend(church, 90, 'stuck')
  await app.server.context.database.withTenant(tenantId, (tx) =>
    releaseUnits(tx, tenantId, { units: 90, reference: 'stuck', at: app.clock.now() }),
  )
  await spend(church, 90)
  expect(await told(church)).toBe(2)
})

test('the same send again, and one that is refused, tell nobody', async () => {
  const church = await app.buildChurch({ units: 100 })
  await save(church, 40)
  await expect(spend(church, 101)).rejects.toMatchObject({ code: 'not_enough_units' })
  expect(await told(church)).toBe(0)
  await spend(church, 90, 'once')
  await spend(church, 90, 'once')
  expect(await told(church)).toBe(1)
})

test('of forty sends that race across the number one tells', async () => {
  const church = await app.buildChurch({ units: 100 })
  await save(church, 80)
  const body = { subject: church.sender, message: 'Service at nine', toOthers: '08031234567' }
  const sent = await Promise.all(Array.from({ length: 40 }, () => app.call(sendSms, { body }, as(church))))
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  expect(await read(church)).toEqual({ threshold: 80, isLow: true })
  expect(await told(church)).toBe(1)
})

test('owners and finance are told, each by a job of their own', async () => {
  const church = await app.buildChurch({ units: 10 })
  await addColleague(app, church, { roles: ['FinancialAccount'] })
  await addColleague(app, church, { roles: ['Communicator'] })
  await save(church, 10)
  await spend(church, 1)
  expect(await told(church)).toBe(2)
})

test('a change is noted, the same number again is not', async () => {
  const church = await app.buildChurch()
  await save(church, 40)
  await save(church, 40)
  await save(church, null)
  const entries = await app.look(
    `select details from audit_entry where tenant_id = $1 and act = 'units.alert_changed' order by at, id`,
    [church.tenantId],
  )
  expect(entries.map(({ details }) => details)).toEqual([
    { before: null, threshold: 40 },
    { before: 40, threshold: null },
  ])
})

test.each([0, -1, 1.5, 10_000_001, '40', undefined])('a number of %s is refused', async (threshold) => {
  const church = await app.buildChurch()
  const body = { threshold } as { threshold: number }
  expect((await app.call(saveUnitAlert, { body }, as(church))).body.code).toBe('invalid_input')
})

test('works while the gate is shut, for whoever keeps the money', async () => {
  const church = await app.buildChurch({ units: 5, expiresOn: '2020-01-31' })
  expect(await save(church, 10)).toEqual({ threshold: 10, isLow: true })
  const { token } = await addColleague(app, church, { roles: ['Communicator'] })
  expect((await app.call(readUnitAlert, {}, { token })).body.code).toBe('not_allowed')
  expect((await app.call(saveUnitAlert, { body: { threshold: 1 } }, { token })).body.code).toBe('not_allowed')
  const other = await app.buildChurch({ units: 5 })
  expect(await read(other)).toEqual({ threshold: null, isLow: false })
})
