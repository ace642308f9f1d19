import path from 'node:path'
import { readConfig, type Config } from './platform/config/index.ts'
import { startCluster } from './platform/embedded/cluster.ts'
import { startServer, type Server } from './start.ts'
import { onStopSignal } from './stop-signal.ts'
import { startDemo, type Demo } from './demo/start-demo.ts'
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
  const server = await startServer(config, { ownerUrl, webDirectory })
  parts.push(server)
  ending.throwIfAborted()
  await announce(server, demo)
}

async function startEmbedded(dataDir: string, parts: Part[]): Promise<string> {
  const cluster = await startCluster({
    dataDir: path.join(dataDir, 'postgres'),
    report: (sentence) => console.warn(sentence),
  })
  parts.push(cluster)
  return cluster.ownerUrl
}

async function announce(server: Server, demo: Demo | null): Promise<void> {
  const { publicUrl } = server.house.config
  const demonstration = await demo?.prepare(server.house)
  console.log(`\nNarthex is running at ${publicUrl}\nAPI documentation  ${publicUrl}/api/docs`)
  if (demonstration) console.log(demonstration)
}

logCrash()
main().catch((error: unknown) => {
  sayWhyNot(error)
  process.exit(1)
})
