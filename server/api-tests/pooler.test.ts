import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCurrentSignedInUser } from '#contract/identity/session.ts'
import { listPeople } from '#contract/people/persons.ts'
import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { enterAsApp } from '#server/platform/database/app-role.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { cloneDatabase, type TestDatabase } from '#server/test-kit/cluster/database.ts'
import { hasPgBouncer, startPgBouncer } from '#server/test-kit/pgbouncer.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { startTransactionPooler, type TransactionPooler } from '#server/test-kit/transaction-pooler.ts'
import { until } from '#server/test-kit/until.ts'

test('the stand-in is what it says: a session’s statement, setting and process are gone in the next transaction', async () => {
  const database = await cloneDatabase()
  const pooler = await startTransactionPooler(database.ownerUrl)
  const client = new pg.Client({ connectionString: pooler.urlFor('narthex') })
  const other = new pg.Client({ connectionString: pooler.urlFor('narthex') })
  for (const one of [client, other]) one.on('error', () => {})
  await Promise.all([client.connect(), other.connect()])
  const process = async () => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const processes = new Set<number | undefined>()
  await client.query({ name: 'kept', text: 'select 1' })
  // While the other is lent a connection, this client has another one, now or after the next.
  const again = async (ask: () => Promise<unknown>) => {
    for (let turn = 0; turn < 5; turn++) {
      await ask()
      await other.query('begin')
      await ask()
      await other.query('commit')
    }
  }
  await again(async () => processes.add(await process()))
  expect(processes.size).toBeGreaterThan(1)
  await expect(again(() => client.query({ name: 'kept', text: 'select 1' }))).rejects.toThrow(
    'prepared statement "kept" does not exist',
  )
  const setting = new pg.Client({ connectionString: pooler.urlFor('narthex'), statement_timeout: 1_000 })
  await expect(setting.connect()).rejects.toThrow('unsupported startup parameter: statement_timeout')
  await Promise.all([client.end(), other.end()])
  await pooler.close()
  await database.drop()
})

const poolers = [
  { name: 'the stand-in', isHere: true, start: startTransactionPooler },
  { name: 'PgBouncer', isHere: hasPgBouncer, start: startPgBouncer },
]

describe.each(poolers.filter(({ isHere }) => isHere))('behind $name', ({ start }) => {
  let database: TestDatabase
  let pooler: TransactionPooler
  let app: TestApp
  const churches: Church[] = []
  beforeAll(async () => {
    database = await cloneDatabase()
    pooler = await start(database.ownerUrl)
    app = await startApp({ database, ownerUrl: pooler.urlFor('narthex') })
    // Beside the administrator, who is called Ada.
    for (const firstName of ['Chidi', 'Bola'])
      churches.push(await app.buildChurch({ units: 500, people: [{ firstName, lastName: 'Eze' }] }))
  })
  afterAll(async () => {
    await app.stop()
    await pooler.close()
  })

  test('every call is answered, each in its own church', async () => {
    const answers: string[] = []
    const caller = async (index: number): Promise<void> => {
      const church = churches[index % 2] as Church
      for (let turn = 0; turn < 10; turn++) {
        const me = await app.call(getCurrentSignedInUser, {}, { token: church.admin.token })
        const people = await app.call(listPeople, { query: {} }, { token: church.admin.token })
        const names = people.status === 200 ? people.body.items.map(({ firstName }) => firstName).toSorted() : []
        answers.push(`${index % 2} ${me.status} ${people.status} ${JSON.stringify(names)}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, index) => caller(index)))
    expect(new Set(answers)).toEqual(new Set(['0 200 200 ["Ada","Chidi"]', '1 200 200 ["Ada","Bola"]']))
    expect(await pooler.servers()).toBeLessThanOrEqual(8)
  }, 60_000)

  test('sends go through the queue there too, which finds its jobs by looking', async () => {
    const [church] = churches as [Church]
    const { token } = church.admin
    const { body } = await app.call(
      sendSms,
      { body: { subject: church.sender, message: 'Hello', toOthers: '08031000101' } },
      { token },
    )
    const id = body.sentMessageDTO?.id ?? ''
    const isOver = async () => (await app.call(readCampaign, { params: { id } }, { token })).body.counts.delivered === 1
    expect(await until(isOver, 20)).toBe(true)
  }, 40_000)

  test('what a server holds for the installation is held and left there too', async () => {
    const [church] = churches as [Church]
    const file = new File(['Name,Phone\nAda,08035000001'], 'a.csv')
    const upload = () => app.call(uploadContactFile, { file }, { token: church.admin.token })
    for (let sent = 0; sent < 6; sent += 1) expect((await upload()).status).toBe(200)
    expect(await app.look('select from slot')).toEqual([])
  })

  test('nothing of the migration’s lock stays in the pool: the next start goes through at once', async () => {
    for (let start = 0; start < 3; start++) await migrate(pooler.urlFor('narthex'), { patienceMs: 1_000 })
    const [left] = await app.look(
      `select count(*)::int as locks from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()) and objid = 7036149`,
    )
    expect(left).toEqual({ locks: 0 })
  })

  test('a lock that somebody else left behind is said in a sentence, in time', async () => {
    const stuck = new pg.Client({ connectionString: database.ownerUrl })
    stuck.on('error', () => {})
    await stuck.connect()
    await stuck.query('select pg_advisory_lock(7036149)')
    const told: string[] = []
    const waiting = migrate(pooler.urlFor('narthex'), { patienceMs: 500, report: (sentence) => told.push(sentence) })
    await expect(waiting).rejects.toThrow(/^Another Narthex has been bringing this database up to date for too long: /)
    expect(told).toEqual(['Another Narthex is bringing this database up to date; waiting for it.'])
    await stuck.end()
  })

  test('with a direct address beside the pooled one, jobs are woken past the pooler', async () => {
    const pooled = pooler.urlFor('narthex_app')
    const entrance = await enterAsApp(database.ownerUrl, pooled)
    expect(entrance).toMatchObject({ url: pooled, pooled: true, jobs: { pooled: false } })
    expect((await enterAsApp(pooler.urlFor('narthex'), pooled)).jobs).toEqual({ url: pooled, pooled: true })
  })
})
