import os from 'node:os'
import { followDemoClock, readDemoClock } from './demo/demo-clock.ts'
import { movableClock } from './platform/runtime/index.ts'
import { ConfigurationError, readConfig } from './platform/config/index.ts'
import { logCrash, sayWhyNot } from './platform/last-words.ts'
import { startWorker } from './start.ts'
import { onStopSignal } from './stop-signal.ts'

/** Below servers of the same machine: whoever waits for an answer goes before what is done in the background. */
const PRIORITY = 5

/** Works on jobs apart from the server, for an installation that has outgrown one process. */
async function main(): Promise<void> {
  if (os.getPriority() < PRIORITY) os.setPriority(PRIORITY)
  const config = readConfig()
  if (!config.databaseUrl)
    throw new ConfigurationError('DATABASE_URL is missing: a separate worker needs the server’s database.')
  const clock = config.demo ? movableClock() : null
  const { context, stop } = await startWorker(config, {
    ownerUrl: config.databaseUrl,
    ...(clock && { clock, prepare: (one) => readDemoClock(one, clock) }),
  })
  const unfollow = clock && followDemoClock(context, clock)
  onStopSignal(() => {
    unfollow?.()
    return stop()
  })
  console.log('Narthex is processing jobs.')
}

logCrash()
main().catch((error: unknown) => {
  sayWhyNot(error)
  process.exit(1)
})
