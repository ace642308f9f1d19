import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCluster, type Cluster } from '#server/platform/embedded/cluster.ts'
import { isAlive } from '#server/platform/embedded/init.ts'
import { stopPostmaster } from '#server/platform/embedded/postmaster.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { areas } from '#server/app.ts'
import { enterAsApp } from '#server/platform/database/app-role.ts'
import { openJobQueue } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { hasRoom } from '../has-room.ts'
import { closeTemplate, createDatabase, TEMPLATE } from './database-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's cluster as its superuser, in the database `postgres`. */
    adminUrl: string
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
  'io_method=sync',
].flatMap((setting) => ['-c', setting])

const PREFIX = 'narthex-test-'
const IN_MEMORY = '/dev/shm'

/** One cluster per run, with a migrated template that knows every queue; `cloneDatabase` copies it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
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
    await makeTemplate(cluster)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('adminUrl', cluster.urlFor('postgres'))
  return tearDown
}

async function makeTemplate(cluster: Cluster): Promise<void> {
  const adminUrl = cluster.urlFor('postgres')
  await createDatabase(adminUrl, TEMPLATE)
  const ownerUrl = cluster.urlFor(TEMPLATE)
  await migrate(ownerUrl)
  const jobs = await openJobQueue(
    (await enterAsApp(ownerUrl, null)).jobs,
    createLog('silent'),
    areas.flatMap((area) => area.queues),
  )
  await jobs.stop()
  await closeTemplate(adminUrl)
}

/** A run that was killed leaves its cluster running. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name)
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue
    // Another user's is for that user to remove.
    if ((await stat(folder)).uid !== process.getuid?.()) continue
    await stopPostmaster(path.join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
}
