import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startCluster } from '#server/platform/embedded/cluster.ts'
import { migrate } from '#server/platform/database/migrate.ts'

// Writes the types of the tables from a freshly migrated database: `npm run tables` after a change of a migration.
const ROOT = path.resolve(import.meta.dirname, '..')
const OUTPUT = path.join(ROOT, 'server/platform/database/tables.ts')

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'narthex-tables-'))
const cluster = await startCluster({ dataDir: path.join(dataDir, 'postgres'), flags: ['-c', 'fsync=off'] })
try {
  await migrate(cluster.ownerUrl)
  const source = [
    '--dialect',
    'postgres',
    '--url',
    cluster.ownerUrl,
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
  ]
  const types = ['--date-parser', 'string', '--type-mapping', '{"int8":"number"}']
  run('kysely-codegen', [...source, ...types, '--out-file', OUTPUT])
  run('oxfmt', [OUTPUT])
} finally {
  await cluster.stop()
  // Under root its folder stands elsewhere, and ours holds a link to it.
  for (const folder of [cluster.dataDir, dataDir]) rmSync(folder, { recursive: true, force: true })
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(path.join(ROOT, 'node_modules/.bin', command), args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} failed.`)
}
