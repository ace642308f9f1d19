import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/test-kit/cluster/database.ts'
import { DatabaseAway, isAway } from './away.ts'
import { prepareToEnter, readIn } from './church-read.ts'
import { connect, sendAlong, type Database, type Tx } from './database.ts'

let clone: TestDatabase
let database: Database
beforeAll(async () => {
  clone = await cloneDatabase()
  database = connect(clone.appUrl, { connections: 2, waiting: 3 })
})
afterAll(async () => {
  await database.close()
  await clone.drop()
})

const nap = (tx: Tx, seconds: number) => sql`select pg_sleep(${seconds})`.execute(tx)

test('who comes when too many wait is refused while the others still hold their connections, and those who wait are served', async () => {
  const letGo = Promise.withResolvers<void>()
  let isHeld = true
  const ask = (): Promise<unknown> =>
    database
      .withoutTenant(() => letGo.promise)
      .then(
        () => null,
        (reason: unknown) => ({ isHeld, reason }),
      )
  // Nobody alone gets both connections: one is held, and three wait.
  const served = Array.from({ length: 1 + 3 }, ask)
  const refused = Array.from({ length: 7 }, ask)
  for (const outcome of await Promise.all(refused))
    expect(outcome).toEqual({ isHeld: true, reason: expect.any(DatabaseAway) })
  isHeld = false
  letGo.resolve()
  expect(await Promise.all(served)).toEqual(Array(4).fill(null))
})

test('a query that only takes long is not taken for a lost connection', async () => {
  const roomy = connect(clone.appUrl)
  const holder = new pg.Client({ connectionString: clone.appUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  const late = roomy.withoutTenant(async (tx) => (await sql`select pg_advisory_xact_lock(1)`.execute(tx)).rows.length)
  // Each of these feels the pulse, and cuts the connections when it is lost.
  for (const _ of [1, 2, 3, 4]) expect(await roomy.ping()).toBe(true)
  await holder.end()
  expect(await late).toBe(1)
  await roomy.close()
})

test('a query beyond its time ends, and says that it may be tried again', async () => {
  const late = database.withoutTenant(async (tx) => {
    await sql`set local statement_timeout = 50`.execute(tx)
    await nap(tx, 5)
  })
  const error = await late.catch((reason: unknown) => reason)
  expect(isAway(error)).toBe(true)
  const limits = await database.withoutTenant((tx) =>
    sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
      tx,
    ),
  )
  expect(limits.rows).toEqual([{ statement: '30s', idle: '30s' }])
})

test('work that passes over a failed query is not taken for done', async () => {
  const tenantId = '33333333-3333-4333-8333-333333333333'
  const careless = database.withTenant(tenantId, async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => {})
    return 'done'
  })
  await expect(careless).rejects.toThrow('nothing of it was kept')
  expect(await database.withoutTenant(async () => 'next')).toBe('next')
})

test('what is sent along is kept with the transaction, or is what it fails with, whatever echoes it', async () => {
  const tenantId = '77777777-7777-4777-8777-777777777777'
  const claim = (tx: Tx, key: string) =>
    sendAlong(
      tx,
      sql`insert into idempotency_key (tenant_id, account_id, key, request_hash, created_at)
      values (${tenantId}, ${tenantId}, ${key}, ''::bytea, now())`,
    )
  const kept = (tx: Tx) => sql<{ key: string }>`select key from idempotency_key order by key`.execute(tx)
  const keys = async () => (await database.withTenant(tenantId, kept)).rows.map(({ key }) => key)
  await database.withTenant(tenantId, (tx) => claim(tx, 'one'))
  expect(await keys()).toEqual(['one'])
  const twice = database.withTenant(tenantId, async (tx) => {
    await claim(tx, 'two')
    await claim(tx, 'one')
  })
  await expect(twice).rejects.toThrow('idempotency_key_pkey')
  const echoed = database.withTenant(tenantId, async (tx) => {
    await claim(tx, 'one')
    await kept(tx)
  })
  await expect(echoed).rejects.toThrow('idempotency_key_pkey')
  // Given up with a part of the transaction: the rest is kept.
  await database.withTenant(tenantId, async (tx) => {
    await sql`savepoint part`.execute(tx)
    await claim(tx, 'one')
    await sql`rollback to savepoint part`.execute(tx)
    await claim(tx, 'three')
  })
  expect(await keys()).toEqual(['one', 'three'])
  await expect(claim(database.outside, 'four')).rejects.toThrow('row-level security')
})

test('a church entered in one transaction is left in the next, on the same connection', async () => {
  const tenantId = '44444444-4444-4444-8444-444444444444'
  const entered = (tx: Tx) => sql<{ church: string | null }>`select current_tenant() as church`.execute(tx)
  expect((await database.withTenant(tenantId, entered)).rows).toEqual([{ church: tenantId }])
  for (let asked = 0; asked < 4; asked++) {
    expect((await database.withoutTenant(entered)).rows).toEqual([{ church: null }])
    expect((await entered(database.outside)).rows).toEqual([{ church: null }])
  }
})

const [churchA, churchB] = ['55555555-5555-4555-8555-555555555555', '66666666-6666-4666-8666-666666666666']
const whichChurch = (tx: Tx) => sql<{ church: string | null }>`select current_tenant() as church`.execute(tx)

test('reads of two churches at once, on the same connections, are each in their own, and nobody is in one after them', async () => {
  const asked = [churchA, churchB, churchA]
  for (let again = 0; again < 4; again++) {
    const answers = await Promise.all(asked.map((church) => whichChurch(database.reading(church))))
    expect(answers.map(({ rows }) => rows[0]?.church)).toEqual(asked)
    expect((await whichChurch(database.outside)).rows).toEqual([{ church: null }])
    expect((await database.withoutTenant(whichChurch)).rows).toEqual([{ church: null }])
  }
})

test('a read without a name is over when it is answered', async () => {
  const client = new pg.Client({ connectionString: clone.appUrl, pipeline: true })
  await client.connect()
  const lent = client as unknown as pg.PoolClient
  prepareToEnter(lent)
  const text = 'select current_tenant() as church'
  for (const statement of [{ text }, { text: `${text} where $1`, values: [true] }, { text, name: 'which' }]) {
    expect((await readIn(lent, churchA, statement)).rows).toEqual([{ church: churchA }])
    expect((await client.query(text)).rows).toEqual([{ church: null }])
  }
  await client.end()
})

test('a read writes nothing, and one that failed leaves no church behind', async () => {
  const read = database.reading(churchA)
  const writing = sql`insert into people_group (tenant_id, name) values (${churchA}, 'Choir')`.execute(read)
  await expect(writing).rejects.toThrow('read-only transaction')
  await expect(sql`select from church for update`.execute(read)).rejects.toThrow('read-only transaction')
  await expect(sql`select 1 / 0`.execute(read)).rejects.toThrow('division by zero')
  await expect(whichChurch(database.reading('nowhere'))).rejects.toThrow('uuid')
  expect((await whichChurch(read)).rows).toEqual([{ church: churchA }])
  for (let asked = 0; asked < 4; asked++) expect((await whichChurch(database.outside)).rows).toEqual([{ church: null }])
  const written = await database.withTenant(churchA, async (tx) => sql`show transaction_read_only`.execute(tx))
  expect(written.rows).toEqual([{ transaction_read_only: 'off' }])
})

test('errors of our own are no reason to come back later', () => {
  const missingFile = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' })
  const missingSocket = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'connect' })
  expect([missingFile, missingSocket, new TypeError('x is undefined'), 'text', null].map(isAway)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['40001', 'two transactions are in each other’s way'],
  ['40P01', 'two transactions wait for each other'],
  ['55P03', 'a lock cannot be had'],
  ['57P01', 'the database is shut down'],
  ['53300', 'there are too many connections'],
  ['25006', 'a standby writes nothing'],
])('%s, when %s, is a reason to come back later', (code) => {
  expect(isAway(Object.assign(new Error('refused'), { code }))).toBe(true)
  // A rule that was broken is none.
  expect(isAway(Object.assign(new Error('refused'), { code: '23505' }))).toBe(false)
})

test('a machine of several that stops in the middle of a statement is a reason to come back later', () => {
  // As Citus passes on what its connection to that machine said, without a code of its own.
  const said = [
    'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
    'could not receive data from server: Connection reset by peer',
    'SSL connection has been closed unexpectedly',
    'failure on connection marked as essential: 127.0.0.1:5432',
  ]
  const errors = said.map((sentence) => Object.assign(new Error(sentence), { code: 'XX000' }))
  expect(errors.map(isAway)).toEqual([true, true, true, true])
})
