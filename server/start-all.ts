import path from 'node:path'
import { systemClock, type Log } from './platform/runtime/index.ts'
import type { Config } from './platform/config/index.ts'
import { startCluster } from './platform/embedded/cluster.ts'
import type { AppContext } from './platform/app-context.ts'
import { startServer } from './start.ts'
import { startDemo } from './demo/start-demo.ts'
import { buildWebPage } from './web-build.ts'

/** A part that runs; `letGo` ends what would outlive this process, without waiting for it. */
export type Part = { stop: () => Promise<void>; letGo?: () => void }

/** Starts everything on this computer, each part noted as soon as it runs; answers what to tell whoever started it. */
export async function startAll(config: Config, parts: Part[], ending: AbortSignal, log?: Log): Promise<string> {
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
  const server = await startServer(config, { ownerUrl, webDirectory, prepare, clock, ending, ...(log && { log }) })
  parts.push(server)
  if (demo) parts.push({ stop: demo.rest })
  ending.throwIfAborted()
  const { publicUrl } = config
  const lines = [`\nNarthex is running at ${publicUrl}\nAPI documentation  ${publicUrl}/api/docs`]
  return [...lines, ...(demonstration ? [demonstration] : [])].join('\n')
}

async function startEmbedded(dataDir: string, parts: Part[]): Promise<string> {
  const cluster = await startCluster({
    dataDir: path.join(dataDir, 'postgres'),
    report: (sentence) => console.warn(sentence),
  })
  parts.push(cluster)
  return cluster.ownerUrl
}

/** The last one first: each stands on those before it. */
export async function stopAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts.toReversed()) await part.stop()
}
