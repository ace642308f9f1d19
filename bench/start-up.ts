import { freePort } from '#server/test-kit/free-port.ts'
import { makeDataFolder } from '#server/test-kit/run-main.ts'
import { median, report } from './figures.ts'
import { start } from './processes.ts'

const PROMISE_MS = 1_500
const RESTARTS = 5

/** How long an installed server takes from its start until it listens, its own PostgreSQL included. */
export async function measureStart(): Promise<void> {
  console.log('\nstart of an installed server')
  const data = makeDataFolder()
  const port = await freePort()
  const env = { NODE_ENV: 'test', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, DATA_DIR: data.dir }
  const once = async (): Promise<{ ms: number; megabytes: number }> => {
    const began = performance.now()
    const server = await start('server/main.mjs', 'is running at', { env })
    const ms = performance.now() - began
    const megabytes = server.megabytes()
    await server.stop()
    return { ms, megabytes }
  }
  try {
    const first = await once()
    const again = []
    for (let nth = 0; nth < RESTARTS; nth += 1) again.push(await once())
    const ms = median(again.map((start) => start.ms))
    report('first start, with its database made', `${first.ms.toFixed(0)} ms`, null)
    report(
      'start again',
      `${ms.toFixed(0)} ms (≤ ${PROMISE_MS}), ${median(again.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
      ms <= PROMISE_MS,
    )
  } finally {
    data.remove()
  }
}
