import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startSandbox } from '#sandbox/index.ts'
import { sandboxSecrets, shapeConfig, type Config } from '#server/platform/config/config.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { startCluster } from '#server/platform/embedded/cluster.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { systemClock } from '#server/platform/runtime/index.ts'
import { startServer, type Server } from '#server/start.ts'
import { buildChurch, type Church, type ChurchPlan } from '#server/test-kit/build-church.ts'
import { caller, type CallApi } from '#server/test-kit/call.ts'
import { citusMachines, createOnAll, distributeAll } from '#server/test-kit/cluster/citus-store.ts'
import { databaseUrl, dropDatabase } from '#server/test-kit/cluster/database-store.ts'
import { openQuery, type Look } from '#server/test-kit/query-store.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { liftHours } from '#server/test-kit/lift-hours-store.ts'

/**
 * A server with its own PostgreSQL (durable, as in production) and sandbox, for measuring. With CITUS_MACHINES its churches are
 * on those.
 */
export type Stage = {
  server: Server
  /** The environment that a second process on the same database needs. */
  env: Record<string, string>
  sandboxUrl: string
  ownerUrl: string
  /** The process of its PostgreSQL that starts the others, on each machine. */
  postmasters: number[]
  call: CallApi
  look: Look
  buildChurch: (plan: ChurchPlan) => Promise<Church>
  close: () => Promise<void>
}

/** `reach`: the address by which the server reaches its database, when something stands between them. */
export async function openStage(
  overrides: Record<string, string> = {},
  reach: (ownerUrl: string) => Promise<string> = (ownerUrl) => Promise.resolve(ownerUrl),
): Promise<Stage> {
  const machines = citusMachines()
  const cluster = machines.length > 0 ? await distributed(machines) : await ofItsOwn()
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, ...sandboxSecrets })
  const port = await freePort()
  const reachedAt = await reach(cluster.ownerUrl)
  const env = {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    DATABASE_URL: reachedAt,
    SMS_GATEWAY_URL: `http://127.0.0.1:${sandbox.port}/sms/v1`,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    DNS_SERVER: `127.0.0.1:${sandbox.dnsPort}`,
    ...overrides,
  }
  const config: Config = shapeConfig(readEnv(env))
  const server = await startServer(config, { ownerUrl: reachedAt, clock: systemClock })
  const call = caller(server.url)
  const look = openQuery(cluster.ownerUrl)
  await liftHours(look)
  return {
    server,
    env,
    sandboxUrl: `http://127.0.0.1:${sandbox.port}`,
    ownerUrl: cluster.ownerUrl,
    postmasters: await Promise.all((machines.length > 0 ? machines : [cluster.ownerUrl]).map(postmasterAt)),
    call,
    look,
    buildChurch: (plan) => buildChurch(server.context, call, plan),
    close: async () => {
      await server.stop()
      await look.close()
      await sandbox.close()
      await cluster.stop()
    },
  }
}

async function postmasterAt(url: string): Promise<number> {
  const look = openQuery(url)
  const [running] = await look(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  await look.close()
  return Number(running?.['pid'])
}

type Base = { ownerUrl: string; stop: () => Promise<void> }

async function ofItsOwn(): Promise<Base> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'narthex-bench-'))
  const cluster = await startCluster({ dataDir: path.join(dataDir, 'postgres') })
  return {
    ownerUrl: cluster.ownerUrl,
    stop: async () => {
      await cluster.stop()
      // Under root its folder stands elsewhere, and ours holds a link to it.
      for (const folder of [cluster.dataDir, dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const NAME = 'narthex_bench'

async function distributed(machines: readonly string[]): Promise<Base> {
  const [coordinator = ''] = machines
  const ownerUrl = databaseUrl(coordinator, NAME)
  await createOnAll(machines, NAME)
  await migrate(ownerUrl)
  await distributeAll(coordinator, ownerUrl)
  return {
    ownerUrl,
    stop: async () => {
      for (const machine of machines) await dropDatabase(machine, NAME)
    },
  }
}

export const numbers = (count: number): string =>
  // Numbers that end in 98 or 99 have a meaning of their own in the sandbox.
  Array.from(
    { length: count },
    (_, index) => `080${String(31_000_000 + Math.floor(index / 98) * 100 + (index % 98))}`,
  ).join(',')

export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const started = performance.now()
  const result = await work()
  return { result, ms: Math.round(performance.now() - started) }
}
