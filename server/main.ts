import path from 'node:path'
import { ConfigurationError, readConfig } from './platform/config/index.ts'
import { EmbeddedError, startCluster } from './platform/database/embedded.ts'
import { startServer, type Server } from './start.ts'
import { onStopSignal } from './stop-signal.ts'
import { startDemo, type Demo } from './demo/start-demo.ts'
import { buildWebPage } from './web-build.ts'

type Stoppable = { stop: () => Promise<void> }

/** Starts everything on this computer and prints where it is; `npm start` runs this file. */
async function main(): Promise<void> {
  const config = readConfig()
  const running: Stoppable[] = []
  const stopAll = async (): Promise<void> => {
    for (const part of running.reverse()) await part.stop()
  }
  onStopSignal(stopAll)
  try {
    const webDirectory = await buildWebPage()
    const ownerUrl = config.databaseUrl ?? (await startEmbedded(config.dataDir, running))
    const demo = config.demo ? await startDemo(config) : null
    if (demo) running.push(demo)
    const server = await startServer(config, { ownerUrl, webDirectory })
    running.push(server)
    await announce(server, demo)
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function startEmbedded(dataDir: string, running: Stoppable[]): Promise<string> {
  const cluster = await startCluster({
    dataDir: path.join(dataDir, 'postgres'),
    report: (sentence) => console.warn(sentence),
  })
  running.push(cluster)
  return cluster.ownerUrl
}

async function announce(server: Server, demo: Demo | null): Promise<void> {
  const { publicUrl } = server.house.config
  console.log(`\nNarthex is open at ${publicUrl}\nAPI documentation  ${publicUrl}/api/docs`)
  if (demo) await demo.announce(server.house)
}

main().catch((error: unknown) => {
  const reason = explain(error)
  console.error(reason === null ? error : `Narthex cannot start. ${reason}`)
  process.exitCode = 1
})

/** The sentence for what whoever starts it can put right; null for what they cannot. */
function explain(error: unknown): string | null {
  if (error instanceof ConfigurationError || error instanceof EmbeddedError) return error.message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what uses it, or set PORT (and SANDBOX_PORT) to another.`
  if (code === 'EACCES' && port) return `Port ${port} may not be opened by this user: set PORT to one above 1023.`
  return null
}
