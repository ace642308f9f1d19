import path from 'node:path'
import { systemClock } from './platform/clock.ts'
import { readConfig, type Config } from './platform/config/index.ts'
import { startCluster } from './platform/embedded/cluster.ts'
import type { AppContext } from './platform/app-context.ts'
import { startServer } from './start.ts'
import { onStopSignal } from './stop-signal.ts'
import { startDemo } from './demo/start-demo.ts'
import { logCrash, sayWhyNot } from './platform/last-words.ts'
import { buildWebPage } from './web-build.ts'

/** A part that runs; `letGo` ends what would outlive this process, without waiting for it. */
type Part = { stop: () => Promise<void>; letGo?: () => void }

/** Starts everything on this computer and prints where it is; main.ts runs this file. */
async function main(): Promise<void> {
  const config = readConfig()
  const parts: Part[] = []
  const ending = new AbortController()
  const starting = start(config, parts, ending.signal)
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    ending.abort()
    return (stopped ??= stopAll(starting, parts))
  }
  onStopSignal(stop, () => parts.forEach((part) => part.letGo?.()))
  try {
    await starting
  } catch (error) {
    if (ending.signal.aborted) return
    await stop()
    throw error
  }
}

/** Each part is up, or is not begun any more, before they are stopped, the last one first. */
async function stopAll(starting: Promise<void>, parts: Part[]): Promise<void> {
  await starting.catch(() => {})
  for (const part of parts.toReversed()) await part.stop()
}

async function start(config: Config, parts: Part[], ending: AbortSignal): Promise<void> {
  const webDirectory = await buildWebPage(ending)
  ending.throwIfAborted()
  const ownerUrl = config.databaseUrl ?? (await startEmbedded(config.dataDir, parts))
  ending.throwIfAborted()
  const demo = config.demo ? await startDemo(config) : null
  if (demo) parts.push(demo)
  let demonstration = ''
  const prepare = async (context: AppContext): Promise<void> => {
    demonstration = (await demo?.prepare(context)) ?? ''
  }
  const clock = demo?.clock ?? systemClock
  const server = await startServer(config, { ownerUrl, webDirectory, prepare, clock, ending })
  parts.push(server)
  if (demo) parts.push({ stop: demo.rest })
  ending.throwIfAborted()
  const { publicUrl } = server.context.config
  console.log(`\nNarthex is running at ${publicUrl}\nAPI documentation  ${publicUrl}/api/docs`)
  if (demonstration) console.log(demonstration)
}

async function startEmbedded(dataDir: string, parts: Part[]): Promise<string> {
  const cluster = await startCluster({
    dataDir: path.join(dataDir, 'postgres'),
    report: (sentence) => console.warn(sentence),
  })
  parts.push(cluster)
  return cluster.ownerUrl
}

logCrash()
main().catch((error: unknown) => {
  sayWhyNot(error)
  process.exit(1)
})
