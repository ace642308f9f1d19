import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { startOwnCluster, type OwnCluster } from '#server/test-kit/cluster/own-cluster.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'
import { enterAsApp } from './app-role.ts'
import { breaches } from './isolation-store.ts'
import { migrate } from './migrate.ts'
import { appUrl } from './roles.ts'

// Managed clusters give no superuser: a role that may make roles and databases, and owns its own.
let own: OwnCluster
beforeAll(async () => {
  own = await startOwnCluster()
  await asking(own.cluster.urlFor('postgres'), (admin) =>
    admin.query('create role manager login createrole createdb; create role stranger login createdb'),
  )
  await asking(own.cluster.urlFor('postgres', 'manager'), (manager) => manager.query('create database church_network'))
})
afterAll(() => own.database.drop())

async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const managed = (): string => own.cluster.urlFor('church_network', 'manager')

/** A server on the managed database; the test itself looks on as superuser. */
function startManaged(env: Record<string, string> = {}): Promise<TestApp> {
  const database = { ...own.database, ownerUrl: own.cluster.urlFor('church_network'), drop: async () => {} }
  return startApp({ database, ownerUrl: managed(), env })
}

test('two servers that start at once on an empty database both run: one migrates, the other waits', async () => {
  const both = await Promise.all([startManaged(), startManaged()])
  for (const app of both) expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  await Promise.all(both.map((app) => app.stop()))
})

test('an owner without superuser rights migrates, serves and sends', async () => {
  const app = await startManaged()
  const church = await app.buildChurch({ units: 5 })
  const { token } = church.admin
  const { body } = await app.call(
    sendSms,
    { body: { subject: church.sender, message: 'Hello', toOthers: '08031000101' } },
    { token },
  )
  const id = body.sentMessageDTO?.id ?? ''
  const isOver = async () => (await app.call(readCampaign, { params: { id } }, { token })).body.counts.delivered === 1
  expect(await until(isOver, 15)).toBe(true)
  await app.stop()
})

test('nothing in its catalogue lets one church see another, whoever looks', async () => {
  expect(await asking(managed(), breaches)).toEqual([])
  expect(await asking(own.cluster.urlFor('church_network'), breaches)).toEqual([])
  const powers = `select rolsuper, rolbypassrls from pg_roles where rolname = current_user`
  expect((await asking(managed(), (owner) => owner.query(powers))).rows).toEqual([
    { rolsuper: false, rolbypassrls: false },
  ])
})

test('the application works under an address of its own, and only as the role that row-level security holds', async () => {
  const given = appUrl(managed(), 'chosen by hand')
  expect(await enterAsApp(managed(), given)).toEqual({
    url: given,
    pooled: false,
    distributed: false,
    jobs: { url: given, pooled: false },
  })
  await expect(enterAsApp(managed(), managed())).rejects.toThrow(
    /^DATABASE_APP_URL lets the application in as manager: it must be narthex_app/,
  )
  await expect(enterAsApp(managed(), own.cluster.urlFor('postgres', 'narthex_app'))).rejects.toThrow(
    'DATABASE_APP_URL leads to another database than DATABASE_URL.',
  )
  const app = await startManaged({ DATABASE_APP_URL: given })
  expect(app.server.context.config.databaseAppUrl).toBe(given)
  await app.stop()
})

test('an owner that may not make roles is told what to do', async () => {
  const strangers = own.cluster.urlFor('strangers', 'stranger')
  await asking(own.cluster.urlFor('postgres', 'stranger'), (stranger) => stranger.query('create database strangers'))
  await expect(migrate(strangers)).rejects.toThrow(
    /^The role of DATABASE_URL may not make narthex_app and narthex_definer: /,
  )
})

test('a database that keeps text in another encoding is refused', async () => {
  await asking(own.cluster.urlFor('postgres', 'manager'), (manager) =>
    manager.query(`create database latin encoding 'LATIN1' template template0 locale_provider libc locale 'C'`),
  )
  await expect(migrate(own.cluster.urlFor('latin', 'manager'))).rejects.toThrow(
    /^The database of DATABASE_URL keeps text as LATIN1: /,
  )
})

test.each([
  [
    'postgres://owner:secret@db.internal:5432/narthex?user=other&password=x&sslmode=no-verify',
    /^postgres:\/\/narthex_app:secret@db.internal:5432\/narthex\?sslmode=no-verify$/,
  ],
  [
    'postgres:///narthex?host=%2Fvar%2Frun%2Fpostgresql',
    /^postgres:\/\/narthex_app:secret@localhost\/narthex\?host=%2Fvar%2Frun%2Fpostgresql$/,
  ],
])('the application never inherits the owner’s name from %s', (ownerUrl, expected) => {
  expect(appUrl(ownerUrl, 'secret')).toMatch(expected)
  const { user } = new pg.Client({ connectionString: appUrl(ownerUrl) })
  expect(user).toBe('narthex_app')
})
