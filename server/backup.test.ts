import { execFile, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/identity/session.ts'
import { areas } from './app.ts'
import { makeDemo } from './demo/make-demo.ts'
import { PASSWORD } from './demo/sign-ins.ts'
import { backUp, restore } from './platform/backup/index.ts'
import { breaches } from './platform/database/isolation-store.ts'
import { migrate } from './platform/database/migrate.ts'
import { audit, faultsOf } from './test-kit/audit-store.ts'
import { startOwnCluster, type OwnCluster } from './test-kit/cluster/own-cluster.ts'
import { contentsOf, guardsOf } from './test-kit/contents-store.ts'
import { keepSending } from './test-kit/keep-sending.ts'
import { openQuery, type Look } from './test-kit/query-store.ts'
import { startApp, type TestApp } from './test-kit/start-app.ts'
import { until } from './test-kit/until.ts'
import pg from 'pg'

// An owner as the documentation asks for: no superuser, and held by row-level security as everybody.
const OWNER = 'manager'
let own: OwnCluster
let folder = ''
let app: TestApp
let stopped: Promise<void> | undefined
const stopApp = (): Promise<void> => (stopped ??= app.stop())
beforeAll(async () => {
  own = await startOwnCluster()
  folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-backup-'))
  const admin = openQuery(own.cluster.urlFor('postgres'))
  await admin(`create role ${OWNER} login createrole createdb`)
  await admin.close()
  await makeDatabase('filled')
  app = await startManaged('filled')
  await makeDemo(app.server.context)
}, 60_000)
afterAll(async () => {
  await stopApp()
  await own.database.drop()
  rmSync(folder, { recursive: true })
})

async function makeDatabase(name: string): Promise<void> {
  const owner = openQuery(own.cluster.urlFor('postgres', OWNER))
  await owner(`create database ${name}`)
  await owner.close()
}

/** A server that knows the database as its owner; the test itself looks on as superuser. */
function startManaged(name: string, env: Record<string, string> = {}): Promise<TestApp> {
  const database = { ...own.database, ownerUrl: own.cluster.urlFor(name), drop: async () => {} }
  return startApp({ database, ownerUrl: own.cluster.urlFor(name, OWNER), env })
}

const isAtRest = async ({ look }: TestApp): Promise<boolean> =>
  (await look('select from campaign where finished_at is null')).length === 0

const fileOf = (name: string): string => path.join(folder, name)

type Ended = { code: number; said: string }

function run(command: 'backup' | 'restore', file: string, database: string, env: object = {}): Promise<Ended> {
  const url = database.startsWith('postgres:') ? database : own.cluster.urlFor(database, OWNER)
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.resolve(import.meta.dirname, `${command}.ts`), file],
      { env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: url, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
    )
  })
}

const queues = areas.flatMap((area) => area.queues)

/** In this process, which costs no start of another one: the sentence it is refused with, or null. */
async function restoring(file: string, database: string): Promise<string | null> {
  const plan = { file: fileOf(file), secretKey: '', queues }
  return restore(own.cluster.urlFor(database, OWNER), plan).then(
    () => null,
    (error: Error) => error.message,
  )
}

const backingUp = (file: string, database: string) =>
  backUp(own.cluster.urlFor(database, OWNER), { file: fileOf(file), secretKey: '', at: new Date(), report: () => {} })

async function withQuery<T>(database: string, work: (look: Look) => Promise<T>): Promise<T> {
  const look = openQuery(own.cluster.urlFor(database))
  try {
    return await work(look)
  } finally {
    await look.close()
  }
}

type Gateway = { items: { reference: string; attempts: number }[] }

test('what is backed up while everybody works on is whole where it is restored: sign-ins work, sends go on, the audits hold', async () => {
  const church = await app.buildChurch({ units: 100_000 })
  const stopSending = keepSending(app, church)
  await until(async () => (await app.look('select from campaign')).length > 5, 20)
  const backedUp = await run('backup', fileOf('loaded'), 'filled')
  expect(backedUp).toMatchObject({ code: 0, said: expect.stringContaining('Done, and read back') })
  await until(async () => (await app.look('select from campaign')).length > 20, 20)
  await stopSending()
  await until(() => isAtRest(app), 40)
  expect(statSync(fileOf('loaded')).mode & 0o777).toBe(0o600)

  await makeDatabase('loaded')
  const restored = await run('restore', fileOf('loaded'), 'loaded')
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('All audits hold.') })
  expect(restored.said).not.toContain('SECRET_KEY')

  // The same gateway: what was handed to it after the back-up is not handed over again.
  const gateway = { SMS_GATEWAY_URL: `${app.sandboxUrl}/sms/v1` }
  const again = await startManaged('loaded', gateway)
  const reply = await again.call(login, { body: { userName: 'admin@grace.example', password: PASSWORD } })
  expect(reply.status).toBe(200)
  await until(() => isAtRest(again), 60)
  expect(faultsOf(await audit(again.look))).toEqual([])
  const { items } = (await (await fetch(`${app.sandboxUrl}/_sandbox/sms?limit=100000`)).json()) as Gateway
  expect(items.length).toBeGreaterThan(400)
  expect(items.filter(({ attempts }) => attempts > 1)).toEqual([])
  await again.stop()
}, 240_000)

test('at rest every row and every guard is as it was, for an owner without rights of a superuser', async () => {
  await stopApp()
  await backingUp('rest', 'filled')
  await makeDatabase('rested')
  expect(await restoring('rest', 'rested')).toBeNull()
  const [before, after] = [await withQuery('filled', contentsOf), await withQuery('rested', contentsOf)]
  expect(Object.keys(before).length).toBeGreaterThan(70)
  expect(after).toEqual(before)
  expect(await withQuery('rested', guardsOf)).toEqual(await withQuery('filled', guardsOf))
  const client = new pg.Client({ connectionString: own.cluster.urlFor('rested') })
  await client.connect()
  expect(await breaches(client)).toEqual([])
  await client.end()
}, 60_000)

test('nothing that an installation keeps lies anywhere else than in the tables of a back-up', async () => {
  const elsewhere = await withQuery('filled', (look) =>
    look(`
      select n.nspname || '.' || c.relname as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_|^information_schema$' and c.relkind in ('r', 'p', 'S', 'm', 'f') and not c.relispartition
        and not (n.nspname = 'public' and c.relforcerowsecurity) order by 1`),
  )
  // The version is in the header, the password is of the server, the rest are figures of the queue about itself.
  expect(elsewhere.map(({ name }) => name)).toEqual([
    'narthex_admin.app_password',
    ...['bam', 'job', 'job_dependency', 'queue', 'queue_stats', 'schedule', 'subscription', 'version', 'warning'].map(
      (table) => `pgboss.${table}`,
    ),
    'public.migration',
  ])
  expect(await withQuery('filled', (look) => look('select from pg_largeobject_metadata'))).toEqual([])
})

test('a restore says when SECRET_KEY is another one, and neither file tells it', async () => {
  const key = 'a key of an installation, long enough'.replaceAll(' ', '-')
  await makeDatabase('other_key')
  const { code, said } = await run('restore', fileOf('rest'), 'other_key', { SECRET_KEY: key })
  expect([code, said.includes('SECRET_KEY is not the one of the back-up')]).toEqual([0, true])
  expect(said).not.toContain(key)
}, 60_000)

test('a database that is not empty, or none of ours, is refused and left as it is', async () => {
  const before = await withQuery('rested', contentsOf)
  expect(await restoring('rest', 'rested')).toContain('The database is not empty: it has rows of church.')
  expect(await withQuery('rested', contentsOf)).toEqual(before)
  await makeDatabase('foreign_one')
  await withQuery('foreign_one', (look) => look('create table theirs (id int)'))
  expect(await restoring('rest', 'foreign_one')).toContain('The database holds tables that are none of Narthex.')
}, 60_000)

test('a file that was cut, changed, or is no back-up restores nothing', async () => {
  const whole = readFileSync(fileOf('rest'))
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1)
  const files = {
    half: whole.subarray(0, whole.length >> 1),
    'without its last byte': whole.subarray(0, -1),
    'without its seal': whole.subarray(0, -32),
    changed,
  }
  await makeDatabase('untouched')
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(fileOf(name), bytes)
    expect([name, await restoring(name, 'untouched')]).toEqual([
      name,
      expect.stringContaining('is cut short or damaged'),
    ])
  }
  copyFileSync(import.meta.filename, fileOf('text'))
  expect(await restoring('text', 'untouched')).toContain('is no back-up of Narthex')
  expect(await restoring('nothing', 'untouched')).toContain('cannot be read (ENOENT)')
  expect(
    await withQuery('untouched', (look) => look(`select from pg_class where relnamespace = 'public'::regnamespace`)),
  ).toEqual([])
}, 240_000)

test('a back-up of a newer version is refused with a sentence', async () => {
  const whole = readFileSync(fileOf('rest'))
  const end = whole.indexOf('\n', 20)
  const head = whole.toString('utf8', 0, end).replace('"0001-isolation.sql"', '"0001-isolation.sql","9999-later.sql"')
  writeFileSync(fileOf('newer'), Buffer.concat([Buffer.from(head), whole.subarray(end)]))
  expect(await restoring('newer', 'untouched')).toContain('was made by a newer Narthex, which knows 9999-later.sql')
})

test('a back-up of an older version is brought up to this one', async () => {
  const all = readdirSync(path.resolve(import.meta.dirname, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  await makeDatabase('older')
  await migrate(own.cluster.urlFor('older', OWNER), { names: all.filter((name) => name < '0016') })
  await backingUp('older', 'older')
  await makeDatabase('risen')
  expect(await restoring('older', 'risen')).toBeNull()
  const applied = await withQuery('risen', (look) => look('select name from migration order by name'))
  expect(applied.map(({ name }) => name)).toEqual(all)
}, 60_000)

/** Rows that no compression makes small, so that a back-up takes a while. */
const fatten = (): Promise<unknown> =>
  withQuery('filled', (look) =>
    look(`insert into pgboss.job (name, data, state, completed_on) select 'operator.send-invite',
      jsonb_build_object('ballast', (select string_agg(md5(random()::text || job.n || part), '') from generate_series(1, 3000) part)), 'completed', now()
      from generate_series(1, 300) job(n)`),
  )

test('a back-up that fails or is killed leaves nothing that looks like one, and the next one clears up after it', async () => {
  await fatten()
  const file = fileOf('failed')
  await expect(backingUp('nowhere/at/all', 'filled')).rejects.toThrow('cannot be written (ENOENT)')
  const wrong = own.cluster.urlFor('no_such_database', OWNER)
  expect((await run('backup', file, wrong)).said).toContain(
    'There is no back-up. The database named in DATABASE_URL does not exist',
  )
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])

  const command = `ulimit -f 1000; exec "$0" "$1" "$2"`
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: own.cluster.urlFor('filled', OWNER) }
  const program = [process.execPath, path.resolve(import.meta.dirname, 'backup.ts'), file]
  const limited = await new Promise<Ended>((resolve) => {
    execFile('sh', ['-c', command, ...program], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    )
  })
  expect(limited).toMatchObject({ code: 1, said: expect.stringContaining('is full, and nothing is left there') })
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])

  const killed = spawn(program[0] ?? '', program.slice(1), { env, stdio: 'ignore' })
  const half = `${file}.unfinished-${killed.pid}`
  await until(async () => existsSync(half) && statSync(half).size > 100_000, 20)
  killed.kill('SIGKILL')
  await until(async () => killed.signalCode !== null)
  expect([existsSync(file), existsSync(half)]).toEqual([false, true])
  await makeDatabase('from_half')
  expect(await restoring(path.basename(half), 'from_half')).toContain('is cut short')

  await backingUp('failed', 'filled')
  expect(existsSync(half)).toBe(false)
  await expect(backingUp('failed', 'filled')).rejects.toThrow('exists already')
}, 240_000)

test('a restore that is killed leaves the database empty, and runs again', async () => {
  await makeDatabase('twice')
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: own.cluster.urlFor('twice', OWNER) }
  const killed = spawn(process.execPath, [path.resolve(import.meta.dirname, 'restore.ts'), fileOf('failed')], {
    env,
    stdio: 'ignore',
  })
  const copying = () =>
    withQuery('twice', (look) =>
      look(`select from pg_stat_progress_copy where datname = 'twice' and bytes_processed > 1000000`),
    )
  await until(async () => (await copying()).length > 0, 30)
  killed.kill('SIGKILL')
  await until(async () => killed.signalCode !== null)
  await until(async () => (await copying()).length === 0)
  expect(await withQuery('twice', (look) => look('select from church'))).toEqual([])
  expect(await restoring('failed', 'twice')).toBeNull()
  expect(await withQuery('twice', contentsOf)).toEqual(await withQuery('filled', contentsOf))
}, 240_000)
