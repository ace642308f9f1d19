import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startSandbox } from '#sandbox/index.ts'
import { sandboxSecrets, shapeConfig, type Config } from '#server/platform/config/config.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { startCluster } from '#server/platform/embedded/cluster.ts'
import { systemClock } from '#server/platform/clock.ts'
import { startServer, type Server } from '#server/start.ts'
import { buildChurch, type Church, type ChurchPlan } from '#server/test-kit/build-church.ts'
import { caller, type CallApi } from '#server/test-kit/call.ts'
import { openQuery, type Look } from '#server/test-kit/query-store.ts'
import { freePort } from '#server/test-kit/free-port.ts'

/** A server with its own PostgreSQL (durable, as in production) and sandbox, for measuring. */
export type Stage = {
  server: Server
  /** The environment that a second process on the same database needs. */
  env: Record<string, string>
  sandboxUrl: string
  ownerUrl: string
  call: CallApi
  look: Look
  buildChurch: (plan: ChurchPlan) => Promise<Church>
  close: () => Promise<void>
}

export async function openStage(overrides: Record<string, string> = {}): Promise<Stage> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'narthex-bench-'))
  const cluster = await startCluster({ dataDir: path.join(dataDir, 'postgres') })
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, ...sandboxSecrets })
  const port = await freePort()
  const env = {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    DATABASE_URL: cluster.ownerUrl,
    SMS_GATEWAY_URL: `http://127.0.0.1:${sandbox.port}/sms/v1`,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    ...overrides,
  }
  const config: Config = shapeConfig(readEnv(env))
  const server = await startServer(config, { ownerUrl: cluster.ownerUrl, clock: systemClock })
  const call = caller(server.url)
  const look = openQuery(cluster.ownerUrl)
  return {
    server,
    env,
    sandboxUrl: `http://127.0.0.1:${sandbox.port}`,
    ownerUrl: cluster.ownerUrl,
    call,
    look,
    buildChurch: (plan) => buildChurch(server.context, call, plan),
    close: async () => {
      await server.stop()
      await look.close()
      await sandbox.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
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
