import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reaches, SHELTER, type User } from './home.ts'

const HOLDER = path.resolve(import.meta.dirname, '../../test-kit/cluster/cluster-holder.ts')
const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65534, gid: 65534 }

// Another user can only be played by root, and only where that user may read this project.
const players: [string, User | undefined][] = [[isRoot ? 'root' : 'an ordinary user', undefined]]
if (isRoot && reaches(NOBODY, path.dirname(HOLDER)) && reaches(NOBODY, process.execPath))
  players.push(['an ordinary user', NOBODY])

type Holder = { process: ChildProcess; ownerUrl: string; adopted: boolean; dataDir: string; refusal: string }

const holders = new Set<ChildProcess>()
const folders: string[] = []

afterEach(async () => {
  for (const holder of holders) await end(holder, 'SIGTERM')
})
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

async function hold(dataDir: string, user?: User): Promise<Holder> {
  const child = spawn(process.execPath, [HOLDER, dataDir], { ...user, stdio: ['ignore', 'pipe', 'inherit'] })
  holders.add(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { process: child, ...(JSON.parse(line) as Omit<Holder, 'process'>) }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  holders.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

function folderOf(user: User | undefined, mode = 0o755): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'narthex-embedded-')))
  folders.push(folder)
  chmodSync(folder, mode)
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

async function ask(ownerUrl: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  return client
    .query<unknown[]>({ text: sql, rowMode: 'array' })
    .then(({ rows }) => rows.flat())
    .finally(() => void client.end())
}

const pidOf = (dataDir: string): number =>
  Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Collected or not by its parent, a killed process has no command line. */
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''

describe.each(players)('as %s', (_name, user) => {
  let dataDir = ''
  beforeAll(async () => {
    dataDir = path.join(folderOf(user), 'postgres')
    const first = await hold(dataDir, user)
    expect(first).toMatchObject({ adopted: false, dataDir })
    await ask(first.ownerUrl, `create table visitor as select 'Ada' as name`)
    const pid = pidOf(dataDir)
    await end(first.process, 'SIGTERM')
    expect(isRunning(pid)).toBe(false)
  })

  test('keeps what was written over a restart, closed to other users and to the network', async () => {
    const { ownerUrl, adopted } = await hold(dataDir, user)
    expect(adopted).toBe(false)
    expect(await ask(ownerUrl, 'select name from visitor')).toEqual(['Ada'])
    expect(
      await ask(ownerUrl, `select current_setting('listen_addresses'), current_setting('data_directory_mode')`),
    ).toEqual(['', '0700'])
  })

  test('adopts PostgreSQL after its owner was killed, and stops what it adopted', async () => {
    const killed = await hold(dataDir, user)
    const pid = pidOf(dataDir)
    await end(killed.process, 'SIGKILL')
    expect(isRunning(pid)).toBe(true)

    const heir = await hold(dataDir, user)
    expect(heir.adopted).toBe(true)
    expect(pidOf(dataDir)).toBe(pid)
    expect(await ask(heir.ownerUrl, 'select name from visitor')).toEqual(['Ada'])

    await end(heir.process, 'SIGTERM')
    expect(isRunning(pid)).toBe(false)
    expect(existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false)
  })

  test('starts after PostgreSQL and its owner were killed, though a living process has the old number now', async () => {
    const killed = await hold(dataDir, user)
    await ask(killed.ownerUrl, 'create table kept as select 7 as n')
    await end(killed.process, 'SIGKILL')
    process.kill(pidOf(dataDir), 'SIGKILL')
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = path.join(dataDir, name)
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
    }
    const next = await hold(dataDir, user)
    expect(next.adopted).toBe(false)
    expect(await ask(next.ownerUrl, 'select n from kept')).toEqual([7])
  })

  test('brings PostgreSQL up again when it is killed under its living owner', async () => {
    const { ownerUrl } = await hold(dataDir, user)
    const pid = pidOf(dataDir)
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => ask(ownerUrl, 'select name from visitor').catch(() => []), { timeout: 15_000 })
      .toEqual(['Ada'])
    expect(pidOf(dataDir)).not.toBe(pid)
  })

  test('refuses a second start in the same folder with a sentence, and the first goes on', async () => {
    const first = await hold(dataDir, user)
    expect((await hold(dataDir, user)).refusal).toBe(
      `Another Narthex is already running on ${dataDir}: stop it first, or give this one another DATA_DIR.`,
    )
    expect(await ask(first.ownerUrl, 'select name from visitor')).toEqual(['Ada'])
  })

  test('lets one of two first starts through', async () => {
    const empty = path.join(folderOf(user), 'postgres')
    const both = await Promise.all([hold(empty, user), hold(empty, user)])
    expect(both.map(({ refusal }) => typeof refusal).sort()).toEqual(['string', 'undefined'])
  })

  test('finds a place for the socket when the path of the folder is too long for one', async () => {
    const { ownerUrl } = await hold(path.join(folderOf(user), 'd'.repeat(90)), user)
    const socketDir = new URL(ownerUrl).searchParams.get('host') ?? ''
    folders.push(socketDir)
    expect(path.dirname(socketDir)).toBe(os.tmpdir())
    expect(await ask(ownerUrl, 'select 1')).toEqual([1])
  })

  test('refuses the data of another version with a sentence that names both', async () => {
    const old = folderOf(user)
    writeFileSync(path.join(old, 'PG_VERSION'), '17\n')
    if (isRoot) chownSync(old, NOBODY.uid, NOBODY.gid)
    expect((await hold(old, user)).refusal).toMatch(/was made by PostgreSQL 17, this is 18/)
  })
})

describe.runIf(isRoot)('as root', () => {
  test('puts the data where PostgreSQL reaches it when the folder is closed, and leaves a link', async () => {
    const dataDir = path.join(folderOf(undefined, 0o700), 'postgres')
    const first = await hold(dataDir)
    folders.push(first.dataDir)
    expect(path.dirname(first.dataDir)).toBe(SHELTER)
    expect(readlinkSync(dataDir)).toBe(first.dataDir)
    await end(first.process, 'SIGTERM')

    const second = await hold(dataDir)
    expect(second).toMatchObject({ adopted: false, dataDir: first.dataDir })
    expect(lstatSync(second.dataDir).uid).not.toBe(0)
  })

  test.runIf(players.length > 1)('a user without an entry in /etc/passwd is asked for DATABASE_URL', async () => {
    const stranger = { uid: 54_321, gid: 54_321 }
    const { refusal } = await hold(path.join(folderOf(stranger), 'postgres'), stranger)
    expect(refusal).toMatch(/^User 54321 has no entry in \/etc\/passwd.*set DATABASE_URL/)
  })
})
