import { setTimeout as sleep } from 'node:timers/promises'
import { areas, buildApp } from './app.ts'
import { startPad, systemClock, type Clock, type StartPad } from './platform/runtime/index.ts'
import type { Config } from './platform/config/config.ts'
import { enterAsApp } from './platform/database/app-role.ts'
import { DatabaseAway, isAway } from './platform/database/away.ts'
import { connect, databaseToCome } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import type { AppContext } from './platform/app-context.ts'
import { openJobQueue, type JobQueue } from './platform/jobs/jobs.ts'
import { closeInTime } from './platform/http/close.ts'
import { sweepUploads } from './platform/http/upload.ts'
import { createLog, type Log } from './platform/runtime/index.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { keepProviderNotes } from './platform/provider-notes/index.ts'

type Narthex = { context: AppContext; stop: () => Promise<void> }
export type Server = Narthex & { url: string }
type StartOptions = {
  /** The owner's address of the database: migrations run as it, nothing else. */
  ownerUrl: string
  clock?: Clock
  startPad?: StartPad
  log?: Log
  webDirectory?: string | null
  /** What else has to be there before jobs are worked on and anybody is told that the server is ready. */
  prepare?: (context: AppContext) => Promise<unknown>
  /** Tests fail by what it is told: a refusal that the contract of its call does not declare. */
  onUndeclared?: (sentence: string) => void
  /** Ends the waiting for a database that is not there. */
  ending?: AbortSignal
}

type Core = {
  context: AppContext
  jobsRunning: () => boolean
  /** Reaches the database, however long that takes, and opens the queue. */
  open: () => Promise<void>
  work: () => Promise<void>
  close: () => Promise<void>
}

/** What stands behind the calls: database, job queue, mail. Until it is opened, calls are told to come back later. */
function makeCore(config: Config, options: StartOptions): Core {
  const { ownerUrl, clock = systemClock, log = createLog(config.logLevel), ending } = options
  const { database, arrive } = databaseToCome()
  const providers = keepProviderNotes({ database, clock, log })
  const mailer = openMailer(config.mail, providers.note)
  let queue: JobQueue | null = null
  const jobs = (): JobQueue => {
    if (queue) return queue
    throw new DatabaseAway('The job queue is not open yet.')
  }
  const context: AppContext = {
    config,
    database,
    clock,
    startPad: options.startPad ?? startPad,
    log,
    enqueue: async (...given) => jobs().enqueue(...given),
    sendMail: mailer.sendMail,
    noteProvider: providers.note,
  }
  const reach = async (): Promise<void> => {
    await migrate(ownerUrl, { report: (sentence) => log.warn(sentence) })
    const entrance = await enterAsApp(ownerUrl, config.databaseAppUrl)
    queue = await openJobQueue(
      entrance.jobs,
      log,
      areas.flatMap((area) => area.queues),
    )
    arrive(connect(entrance.url, { pooled: entrance.pooled, distributed: entrance.distributed, clock }))
  }
  const close = async (): Promise<void> => {
    await queue?.stop()
    mailer.close()
    await providers.stop()
    await database.close()
  }
  return {
    context,
    jobsRunning: () => queue?.isRunning() ?? false,
    open: () => untilThere(reach, log, ending),
    work: () => jobs().work(areas.flatMap((area) => area.workers(context))),
    close,
  }
}

const SOON_MS = 250
const LATEST_MS = 5_000

/**
 * Tries again while the database is away, with one sentence for each way in which it is. Whatever does not pass by itself,
 * such as a wrong password, is thrown at once.
 */
async function untilThere(reach: () => Promise<void>, log: Log, ending?: AbortSignal): Promise<void> {
  let told = ''
  for (let pause = SOON_MS; ; pause = Math.min(pause * 2, LATEST_MS)) {
    try {
      await reach()
      if (told) log.warn('The database is there; the start goes on.')
      return
    } catch (error) {
      if (!passes(error)) throw error
      const { name, message } = error as Error
      const sentence = name === 'DatabaseRefusal' ? message : 'The database went away during the start.'
      if (sentence !== told) log.warn(`${sentence} Trying again until it answers.`)
      told = sentence
    }
    await sleep(pause, undefined, { signal: ending })
  }
}

const passes = (error: unknown): boolean =>
  isAway(error) || (error instanceof Error && error.cause !== undefined && passes(error.cause))

/** Starts the API, the page and, unless configured otherwise, the jobs. Listens first: who asks is told how far it is. */
export async function startServer(config: Config, options: StartOptions): Promise<Server> {
  await sweepUploads()
  const { context, jobsRunning, open, work, close } = makeCore(config, options)
  let isStarted = false
  const http = await buildApp({
    context,
    jobsRunning,
    started: () => isStarted,
    webDirectory: options.webDirectory ?? null,
    onUndeclared: options.onUndeclared,
  })
  // Requests end first, then jobs, then what both stand on.
  const stop = async (): Promise<void> => {
    isStarted = false
    await closeInTime(http)
    await close()
  }
  try {
    const url = await http.listen({ port: config.port, host: config.host })
    await open()
    await options.prepare?.(context)
    if (config.runJobs) await work()
    isStarted = true
    return { context, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts the jobs alone. */
export async function startWorker(config: Config, options: StartOptions): Promise<Narthex> {
  const { context, open, work, close } = makeCore(config, options)
  try {
    await open()
    await options.prepare?.(context)
    await work()
    return { context, stop: close }
  } catch (error) {
    await close()
    throw error
  }
}
