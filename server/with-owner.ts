import path from 'node:path'
import type { Config } from './platform/config/index.ts'
import { runningOwnerUrl, startCluster } from './platform/embedded/cluster.ts'

/**
 * For commands of the console: the owner's address of the database that is configured, or of the embedded one, which is
 * brought up for as long as the work takes where no server runs.
 */
export async function withOwner<T>(
  { databaseUrl, dataDir: folder }: Config,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  const dataDir = path.join(folder, 'postgres')
  const running = databaseUrl ?? runningOwnerUrl(dataDir)
  if (running !== null) return work(running)
  const cluster = await startCluster({ dataDir })
  try {
    return await work(cluster.ownerUrl)
  } finally {
    await cluster.stop()
  }
}
