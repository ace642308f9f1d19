import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Tx } from '#server/platform/database/index.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { availableUnits, grantUnits, holdUnits, postUnits, releaseUnits, returnUnits, type Movement } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const at = new Date()
type Move = (tx: Tx, tenantId: string, movement: Movement) => Promise<void>

const hold: Move = (tx, tenantId, movement) => holdUnits(tx, app.server.context.enqueue, { tenantId, ...movement })

const run = (church: Church, move: Move, units: number, reference: string): Promise<void> =>
  app.server.context.database.withTenant(church.tenantId, (tx) => move(tx, church.tenantId, { units, reference, at }))

const free = (church: Church): Promise<number> =>
  app.server.context.database.withTenant(church.tenantId, (tx) => availableUnits(tx, church.tenantId))

test('units move from granted to held to spent, and what is left comes back', async () => {
  const church = await app.buildChurch({ units: 100 })
  await run(church, hold, 30, 'send')
  expect(await free(church)).toBe(70)
  await run(church, postUnits, 20, 'send')
  await run(church, releaseUnits, 10, 'send')
  await run(church, returnUnits, 5, 'send')
  expect(await free(church)).toBe(85)
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('the same movement again, even at once, happens once', async () => {
  const church = await app.buildChurch({ units: 0 })
  await Promise.all(Array.from({ length: 10 }, () => run(church, grantUnits, 50, 'payment-1')))
  expect(await free(church)).toBe(50)
})

test('what the version before writes beside this one, in two statements, is numbered and moves the balances too', async () => {
  const church = await app.buildChurch({ units: 100 })
  const grantAsBefore = (reference: string): Promise<void> =>
    app.server.context.database.withTenant(church.tenantId, async (tx) => {
      await sql`
        with written as (
          insert into unit_transaction (tenant_id, kind, reference, at) values (${church.tenantId}, 'grant', ${reference}, ${at})
          on conflict (tenant_id, kind, reference) do nothing returning tenant_id, id
        )
        insert into unit_entry (tenant_id, transaction_id, account, units)
        select tenant_id, id, account, units from written, (values ('available', 10), ('issued', -10)) as entry (account, units)
        order by account
        returning 1`.execute(tx)
    })
  await Promise.all([
    ...Array.from({ length: 5 }, (_, index) => grantAsBefore(`before-${index}`)),
    ...Array.from({ length: 5 }, (_, index) => run(church, hold, 3, `beside-${index}`)),
  ])
  await grantAsBefore('before-0')
  await run(church, releaseUnits, 15, 'beside')
  expect(await free(church)).toBe(150)
  expect(faultsOf(await audit(app.look))).toEqual([])
})

test('never goes below zero, whoever comes first', async () => {
  const church = await app.buildChurch({ units: 100 })
  const holds = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => run(church, hold, 7, `send-${index}`)),
  )
  expect(holds.filter(({ status }) => status === 'fulfilled')).toHaveLength(14)
  const refusals = holds.flatMap((hold) => (hold.status === 'rejected' ? [hold.reason] : []))
  expect(refusals).toEqual(Array.from({ length: 16 }, () => expect.objectContaining({ code: 'not_enough_units' })))
  expect(await free(church)).toBe(2)
  // What never was held can be neither spent nor given back.
  await expect(run(church, postUnits, 99, 'other')).rejects.toThrow(/not_enough_units/)
  await expect(run(church, returnUnits, 1, 'other')).rejects.toThrow(/not_enough_units/)
})

test('the database refuses entries that do not sum to zero, and changes of what was written', async () => {
  const church = await app.buildChurch({ units: 10 })
  const inChurch = (work: (tx: Tx) => Promise<unknown>) => app.server.context.database.withTenant(church.tenantId, work)
  const oneSided = inChurch(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into unit_transaction (tenant_id, kind, reference, at) values (${church.tenantId}, 'grant', 'x', ${at}) returning id`.execute(
      tx,
    )
    await sql`insert into unit_entry (tenant_id, transaction_id, account, units) values (${church.tenantId}, ${rows[0]?.id}, 'available', 5)`.execute(
      tx,
    )
  })
  // What a machine of Citus refuses at the end of a transaction does not come with its sentence.
  await expect(oneSided).rejects.toThrow(inject('workerUrls').length > 0 ? /could not commit/ : /does not sum to zero/)
  await expect(inChurch((tx) => sql`update unit_entry set units = 1`.execute(tx))).rejects.toThrow(/permission denied/)
  await expect(inChurch((tx) => sql`delete from unit_entry`.execute(tx))).rejects.toThrow(/permission denied/)
  expect(await free(church)).toBe(10)
})
