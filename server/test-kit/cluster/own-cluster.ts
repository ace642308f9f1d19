import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startCluster, type Cluster } from '#server/platform/embedded/cluster.ts'
import { appUrl } from '#server/platform/database/roles.ts'
import type { TestDatabase } from './database.ts'

export type OwnCluster = { cluster: Cluster; database: TestDatabase; sentences: string[]; pid: () => number }

/** A PostgreSQL of the test's own, to be killed without hitting other tests. Processes die under it, never the machine. */
export async function startOwnCluster(flags: string[] = []): Promise<OwnCluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-fault-'))
  const sentences: string[] = []
  const cluster = await startCluster({
    dataDir: path.join(folder, 'postgres'),
    flags: ['-c', 'fsync=off', '-c', 'shared_buffers=128MB', ...flags],
    report: (sentence) => sentences.push(sentence),
  })
  const drop = async (): Promise<void> => {
    await cluster.stop()
    for (const place of [folder, cluster.dataDir]) rmSync(place, { recursive: true, force: true })
  }
  return {
    cluster,
    database: { name: 'narthex', ownerUrl: cluster.ownerUrl, appUrl: appUrl(cluster.ownerUrl), drop },
    sentences,
    pid: () => Number(readFileSync(path.join(cluster.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
  }
}
