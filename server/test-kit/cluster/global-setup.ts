import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildServer } from '#server/built.mjs'
import { startCluster } from '#server/platform/embedded/cluster.ts'
import { isAlive } from '#server/platform/embedded/init.ts'
import { stopPostmaster } from '#server/platform/embedded/postmaster.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { areas } from '#server/app.ts'
import { enterAsApp } from '#server/platform/database/app-role.ts'
import { openJobQueue } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/runtime/index.ts'
import { hasRoom } from '../has-room.ts'
import { citusMachines, createOnAll, distributeAll, emptyTemplate } from './citus-store.ts'
import { closeTemplate, createDatabase, databaseUrl, TEMPLATE } from './database-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's cluster as its superuser, in the database `postgres`. */
    adminUrl: string
    /** The other machines, where the run is on a distributed database. */
    workerUrls: string[]
  }
}

// What is lost with the machine may be lost: the data lives for one run.
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'max_connections=200',
  'shared_buffers=128MB',
  'io_method=sync',
].flatMap((setting) => ['-c', setting])

const PREFIX = 'narthex-test-'
const COMPILED = path.resolve(import.meta.dirname, '../../../node_modules/.cache/compiled')
const IN_MEMORY = '/dev/shm'

/**
 * One cluster per run, for all its projects, with a migrated template that knows every queue; `cloneDatabase` copies it. With
 * CITUS_MACHINES the run is on those, and the template is distributed.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has made it.
  if (project.getProvidedContext().adminUrl) return undefined
  giveWay()
  const machines = citusMachines()
  if (machines.length > 0) return setUpOn(project, machines)
  // What tests start finds what the one before it has compiled: a command takes half as long.
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED
  // Once, before several of them start at once.
  await buildServer()
  // In memory a clone takes a tenth of the time.
  const parent = hasRoom(IN_MEMORY) ? IN_MEMORY : os.tmpdir()
  await removeAbandoned(parent)
  const folder = path.join(parent, `${PREFIX}${process.pid}`)
  await mkdir(folder, { mode: 0o755 })
  const cluster = await startCluster({ dataDir: path.join(folder, 'postgres'), flags: FAST })
  const tearDown = async () => {
    await cluster.stop()
    await rm(folder, { recursive: true })
  }
  try {
    await createDatabase(cluster.urlFor('postgres'), TEMPLATE)
    await makeTemplate(cluster.urlFor(TEMPLATE))
    await closeTemplate(cluster.urlFor('postgres'))
  } catch (error) {
    await tearDown()
    throw error
  }
  provide(project, [cluster.urlFor('postgres')])
  return tearDown
}

/** The machines outlive the run, with their template. */
async function setUpOn(project: TestProject, machines: readonly string[]): Promise<undefined> {
  const [coordinator = ''] = machines
  const ownerUrl = databaseUrl(coordinator, TEMPLATE)
  await createOnAll(machines, TEMPLATE)
  await makeTemplate(ownerUrl)
  await distributeAll(coordinator, ownerUrl)
  for (const machine of machines) await closeTemplate(machine)
  for (const machine of machines) await emptyTemplate(machine, TEMPLATE)
  provide(project, machines)
}

/** All projects of the run are told what the root is. */
function provide(project: TestProject, [adminUrl = '', ...workerUrls]: readonly string[]): void {
  const root = project.vitest.getRootProject()
  root.provide('adminUrl', adminUrl)
  root.provide('workerUrls', workerUrls)
}

/**
 * Files are read in processes of this priority, which tests above it would starve; and whoever works meanwhile goes before
 * tests. All that the run starts has it too.
 */
function giveWay(): void {
  const { PRIORITY_BELOW_NORMAL } = os.constants.priority
  if (os.getPriority() < PRIORITY_BELOW_NORMAL) os.setPriority(PRIORITY_BELOW_NORMAL)
}

async function makeTemplate(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl)
  const jobs = await openJobQueue(
    (await enterAsApp(ownerUrl, null)).jobs,
    createLog('silent'),
    areas.flatMap((area) => area.queues),
  )
  await jobs.stop()
}

/** A run that was killed leaves its cluster running. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name)
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue
    // Another user's is for that user to remove; another run may just have removed it.
    if ((await stat(folder, { throwIfNoEntry: false }))?.uid !== process.getuid?.()) continue
    await stopPostmaster(path.join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
}
