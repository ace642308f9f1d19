import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/test-kit/cluster/database.ts'
import { openQuery, type Look } from '#server/test-kit/query-store.ts'
import { connect, type Database } from './database.ts'
import { directoryKey, enlist, enlistProviderPayment, knowChurch } from './directory-store.ts'
import { distribute } from './distribute-store.ts'

let clone: TestDatabase
let database: Database
let look: Look
const [one, other] = [randomUUID(), randomUUID()]
beforeAll(async () => {
  clone = await cloneDatabase()
  database = connect(clone.appUrl)
  look = openQuery(clone.ownerUrl)
  for (const church of [one, other]) {
    await database.withTenant(church, (tx) => knowChurch(tx, 'NG'))
    await look(
      `insert into church (tenant_id, name, iso_code, currency, time_zone) values ($1, 'Grace', 'NG', 'NGN', 'Africa/Lagos')`,
      [church],
    )
  }
})
afterAll(async () => {
  await database.close()
  await look.close()
  await clone.drop()
})

const entriesOf = (kind: string): Promise<Record<string, unknown>[]> =>
  look('select tenant_id, key from directory_entry where kind = $1 order by key', [kind])
const hash = (word: string): Buffer => createHash('sha256').update(word).digest()

test('a church enters what is its own, as often as it likes, and nobody enters anything from outside', async () => {
  const key = directoryKey('GRACE')
  for (let turn = 0; turn < 2; turn++) await database.withTenant(one, (tx) => enlist(tx, 'sender', [key, key]))
  expect(await entriesOf('sender')).toEqual([{ tenant_id: one, key: hash('GRACE') }])
  expect((await look(`select directory_key('GRACE') as key`))[0]).toEqual({ key })
  await expect(database.withoutTenant((tx) => enlist(tx, 'sender', [key]))).rejects.toThrow('tenant_id')
  const reading = database.withTenant(one, (tx) => sql`select from directory_entry`.execute(tx))
  await expect(reading).rejects.toThrow('permission denied')
})

test('what a provider calls a payment is of one church, whoever comes first', async () => {
  const claim = (church: string) => database.withTenant(church, (tx) => enlistProviderPayment(tx, 'stripe', 'cs_1'))
  const claims = await Promise.all([claim(one), claim(other)])
  expect(claims.toSorted()).toEqual([false, true])
  expect([await claim(one), await claim(other)]).toEqual(claims)
  expect(await database.withTenant(other, (tx) => enlistProviderPayment(tx, 'paypal', 'cs_1'))).toBe(true)
})

test('what is missing is put in, what is gone is taken out, and what is over goes', async () => {
  const [person] = await look(
    `insert into person (tenant_id, first_name, sort_name) values ($1, 'Ada', 'ada') returning id`,
    [one],
  )
  await look(
    `insert into account (tenant_id, person_id, email, email_key, password_hash, roles)
     values ($1, $2, 'ada@grace.example', 'ada@grace.example', 'x', '{}')`,
    [one, person?.['id']],
  )
  await database.withTenant(other, async (tx) => {
    await enlist(tx, 'staff_address', [directoryKey('gone@grace.example')])
    await enlist(tx, 'session', [hash('over')], new Date('2026-01-01'))
  })
  const find = () => database.withoutTenant((tx) => sql`select from find_accounts('ada@grace.example')`.execute(tx))
  expect((await find()).rows).toEqual([])
  await look(`select tidy_directory('2026-02-01')`)
  expect((await find()).rows).toHaveLength(1)
  expect(await entriesOf('staff_address')).toEqual([{ tenant_id: one, key: hash('ada@grace.example') }])
  expect(await entriesOf('session')).toEqual([])
})

test('where churches are on several machines, a transaction says its church in messages of their own', async () => {
  const distributed = connect(clone.appUrl, { distributed: true })
  const names = sql<{ name: string }>`select tenant_id as name from church`
  expect((await names.execute(distributed.reading(one))).rows).toEqual([{ name: one }])
  expect((await distributed.withTenant(other, (tx) => names.execute(tx))).rows).toEqual([{ name: other }])
  expect((await names.execute(distributed.outside)).rows).toEqual([])
  const prepared = sql<{
    kept: number
  }>`select count(*)::integer as kept from pg_prepared_statements where name like 'q%'`
  expect((await prepared.execute(distributed.outside)).rows).toEqual([{ kept: 0 }])
  await distributed.close()
})

test('a database without Citus is not distributed, and says why', async () => {
  await expect(distribute(clone.ownerUrl)).rejects.toThrow(/^This database has no Citus: install the extension /)
})
