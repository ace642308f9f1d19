import { startSandbox, type Sandbox } from '#sandbox/index.ts'
import { dayIn, movableClock, type Clock } from '../platform/runtime/index.ts'
import { sandboxSecrets, shapeConfig } from '../platform/config/config.ts'
import { readEnv } from '../platform/config/env.ts'
import type { Log } from '../platform/runtime/index.ts'
import { startServer, type Server } from '../start.ts'
import { buildChurch, type Church, type ChurchPlan } from './build-church.ts'
import { caller, type CallApi } from './call.ts'
import { cloneDatabase, type TestDatabase } from './cluster/database.ts'
import { freePort } from './free-port.ts'
import { liftHours } from './lift-hours-store.ts'
import { openQuery, type Look } from './query-store.ts'

/** The whole server on a database of its own, with a sandbox of its own, over real HTTP. */
export type TestApp = {
  url: string
  sandboxUrl: string
  /** The environment that another process of the same installation needs. */
  env: Record<string, string>
  server: Server
  database: TestDatabase
  /** Calls the API as its contract says. */
  call: CallApi
  /** Makes a church with an administrator who is signed in. */
  buildChurch: (plan?: ChurchPlan) => Promise<Church>
  /** Reads the stored state as the database's owner, across churches. */
  look: Look
  /** The clock of the server: real time, moved by what a test adds; held, it stands still but for that. */
  clock: Clock & { advance: (milliseconds: number) => void; hold: () => void }
  /** The milliseconds of each pad that an answer has waited for, in order. Here a pad is over at once. */
  waitedPads: number[]
  /** Throws when a call refused by a code that its contract does not declare. */
  stop: () => Promise<void>
}

export type AppOptions = {
  runJobs?: boolean
  /**
   * The server's clock begins at ten in the morning in Lagos, of the next day: it is the same day in UTC and in New York, and no
   * midnight is near. For tests that speak of today.
   */
  fromMorning?: boolean
  /** Messages wait for the hours of their routes; else they leave at any hour. */
  keepHours?: boolean
  env?: Record<string, string>
  /** Another database than a clone of the template, such as one of a cluster of the test's own. */
  database?: TestDatabase
  /** The address by which the server reaches it, when not `database.ownerUrl`. */
  ownerUrl?: string
  log?: Log
  webDirectory?: string
}

export async function startApp({ runJobs = true, env = {}, ...given }: AppOptions = {}): Promise<TestApp> {
  const database = given.database ?? (await cloneDatabase())
  // The sandbox sends notices to the server, and the server asks the sandbox: one of the two ports has to be known first.
  const port = await freePort()
  const webhookUrl = `http://127.0.0.1:${port}/api/webhooks/payments`
  const smsWebhookUrl = `http://127.0.0.1:${port}/api/webhooks/sms`
  const standIns = { ...sandboxSecrets, webhookUrl, smsWebhookUrl }
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, ...standIns })
  const undeclared = new Set<string>()
  const clock = testClock()
  const waitedPads: number[] = []
  if (given.fromMorning) clock.advance(nextMorning(clock.now()).getTime() - clock.now().getTime())
  const ownerUrl = given.ownerUrl ?? database.ownerUrl
  const values = envFor(sandbox, { port, runJobs, env })
  const server = await startServer(shapeConfig(readEnv(values)), {
    ownerUrl,
    clock,
    startPad: (milliseconds) => async () => void waitedPads.push(milliseconds),
    ...(given.log ? { log: given.log } : {}),
    webDirectory: given.webDirectory ?? null,
    onUndeclared: (sentence) => undeclared.add(sentence),
  })
  const look = openQuery(database.ownerUrl)
  if (!given.keepHours) await liftHours(look)
  const call = caller(server.url)
  return {
    url: server.url,
    sandboxUrl: `http://127.0.0.1:${sandbox.port}`,
    env: { ...values, DATABASE_URL: ownerUrl },
    server,
    database,
    call,
    buildChurch: (plan) => buildChurch(server.context, call, plan),
    look,
    clock,
    waitedPads,
    stop: async () => {
      await server.stop()
      await look.close()
      await sandbox.close()
      await database.drop()
      if (undeclared.size > 0) throw new Error([...undeclared].join('\n'))
    },
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

const nextMorning = (at: Date): Date => new Date(`${dayIn('UTC', new Date(at.getTime() + DAY_MS))}T09:00:00Z`)

function testClock(): TestApp['clock'] {
  const moved = movableClock()
  let held: number | null = null
  return {
    now: () => (held === null ? moved.now() : new Date(held)),
    advance: (milliseconds) => {
      if (held === null) moved.setAhead(moved.aheadMs() + milliseconds)
      else held += milliseconds
    },
    hold: () => {
      held = moved.now().getTime()
    },
  }
}

type Chosen = Required<Pick<AppOptions, 'runJobs' | 'env'>> & { port: number }

function envFor(sandbox: Sandbox, { port, runJobs, env }: Chosen): Record<string, string> {
  return {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
    SANDBOX_PORT: String(sandbox.port),
    SMS_GATEWAY_URL: `http://127.0.0.1:${sandbox.port}/sms/v1`,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    DNS_SERVER: `127.0.0.1:${sandbox.dnsPort}`,
    RUN_JOBS: runJobs ? 'yes' : 'no',
    ...env,
  }
}
