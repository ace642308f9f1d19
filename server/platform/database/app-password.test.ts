import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnCluster, type OwnCluster } from '#server/test-kit/cluster/own-cluster.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'
import { enterAsApp } from './app-role.ts'
import { migrate } from './migrate.ts'

// A PostgreSQL as others run it: over TCP, with passwords.
let own: OwnCluster
let port = 0
beforeAll(async () => {
  port = await freePort()
  own = await startOwnCluster(['-c', 'listen_addresses=localhost', '-p', String(port)])
  writeFileSync(path.join(own.cluster.dataDir, 'pg_hba.conf'), 'local all all trust\nhost all all all scram-sha-256\n')
  await asAdmin(`create role manager login createrole createdb password 'chosen by hand'`)
  await asAdmin('select pg_reload_conf()')
})
afterAll(() => own.database.drop())

async function asking(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

const asAdmin = (statement: string, database = 'postgres') => asking(own.cluster.urlFor(database), statement)

const ownerAt = (host: string, database: string): string =>
  `postgres://manager:chosen%20by%20hand@${host}:${port}/${database}`

async function makeDatabase(name: string): Promise<void> {
  await asking(ownerAt('localhost', 'postgres'), `create database ${name}`)
}

const serve = (host: string, database: string): Promise<TestApp> =>
  startApp({
    database: { ...own.database, ownerUrl: own.cluster.urlFor(database), drop: async () => {} },
    ownerUrl: ownerAt(host, database),
    runJobs: false,
  })

const isReady = async ({ url }: TestApp): Promise<boolean> => (await fetch(`${url}/readyz`)).ok

/** Nothing that is open already hides that the next connection is refused. */
const cutAll = () => asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'narthex_app'`)

test('servers that spell the host otherwise, on one database or on two, work side by side', async () => {
  await makeDatabase('first_one')
  await makeDatabase('second_one')
  const servers = [
    await serve('127.0.0.1', 'first_one'),
    await serve('localhost', 'first_one'),
    await serve('localhost', 'second_one'),
  ]
  await cutAll()
  for (const server of servers) expect(await until(() => isReady(server), 10)).toBe(true)
  await Promise.all(servers.map((server) => server.stop()))
}, 60_000)

test('an owner whose password was changed leaves the application’s as it is', async () => {
  const before = await enterAsApp(ownerAt('127.0.0.1', 'first_one'), null)
  await asAdmin(`alter role manager password 'another one'`)
  const { url } = await enterAsApp(
    ownerAt('127.0.0.1', 'first_one').replace('chosen%20by%20hand', 'another%20one'),
    null,
  )
  expect(url).toBe(before.url)
  await asAdmin(`alter role manager password 'chosen by hand'`)
})

/** As versions before kept it: nowhere. */
async function goBack(host: string): Promise<string> {
  const former = createHmac('sha256', 'manager:chosen%20by%20hand')
    .update(`narthex_app@${host}:${port}`)
    .digest('base64url')
  await asAdmin(`alter role narthex_app password '${former}'`)
  for (const database of ['first_one', 'second_one']) await asAdmin('delete from narthex_admin.app_password', database)
  return `postgres://narthex_app:${former}@${host}:${port}/first_one`
}

test('an upgrade takes over the password that followed from the address, so that the old version works on beside it', async () => {
  const formerUrl = await goBack('localhost')
  for (const host of ['localhost', '127.0.0.1']) {
    const { url } = await enterAsApp(ownerAt(host, 'first_one'), null)
    expect(await asking(url, 'select current_user as me')).toEqual([{ me: 'narthex_app' }])
  }
  expect(await asking(formerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a password that nobody knows is made anew only where nobody is at work under it', async () => {
  const formerUrl = await goBack('127.0.0.1')
  const other = ownerAt('localhost', 'first_one')
  const atWork = new pg.Client({ connectionString: formerUrl })
  await atWork.connect()
  await expect(enterAsApp(other, null)).rejects.toThrow(/^Another Narthex is at work on this PostgreSQL as narthex_app/)
  expect(await asking(formerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await atWork.end()
  await until(() => enterAsApp(other, null).catch(() => null), 10)
  await migrate(ownerAt('127.0.0.1', 'second_one'))
  const urls = await Promise.all(
    ['first_one', 'second_one'].map(async (database) => (await enterAsApp(ownerAt('127.0.0.1', database), null)).url),
  )
  expect(new Set(urls.map((url) => new URL(url).password)).size).toBe(1)
})
