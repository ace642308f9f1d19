import { distribute } from './platform/database/distribute-store.ts'
import { migrate } from './platform/database/migrate.ts'
import { readConfig } from './platform/config/index.ts'
import { sayWhyNot } from './platform/last-words.ts'
import { withOwner } from './with-owner.ts'

/** Lets Citus keep each church on one of several machines: `node server/distribute.ts`, with no server running. */
async function main(): Promise<void> {
  const report = (sentence: string): void => console.log(sentence)
  await withOwner(readConfig(), async (ownerUrl) => {
    await migrate(ownerUrl, { report })
    report('Distributing the churches …')
    const { churchTables, sharedTables, machines } = await distribute(ownerUrl, { report })
    if (churchTables.length + sharedTables.length === 0) return report('Everything is distributed already.')
    report(`On every machine: ${sharedTables.join(', ') || 'nothing new'}.`)
    report(`By church: ${churchTables.join(', ') || 'nothing new'}.`)
    report(`Done: ${churchTables.length} tables of churches on ${machines} machines. Start the servers.`)
  })
}

main().catch((error: unknown) => {
  sayWhyNot(error, 'Nothing was distributed. ')
  process.exit(1)
})
