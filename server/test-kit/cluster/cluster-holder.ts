import { startCluster } from '#server/platform/embedded/cluster.ts'

// A server reduced to its database: `node cluster-holder.ts <data folder>`. Says in a
// line of JSON what it got, ends on SIGTERM. Without fsync: processes are killed under it, never the machine.
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const cluster = await startCluster({
    dataDir: process.argv[2] ?? '',
    flags: ['-c', 'fsync=off', '-c', 'shared_buffers=128MB'],
    report: (sentence) => say({ sentence }),
  })
  process.once('SIGTERM', () => void cluster.stop())
  say({ ownerUrl: cluster.ownerUrl, adopted: cluster.adopted, dataDir: cluster.dataDir })
} catch (error) {
  say({ refusal: (error as Error).message })
}
