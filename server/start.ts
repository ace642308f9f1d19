import { areas, buildApp } from './app.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { enterAsApp } from './platform/database/app-role.ts'
import { connect } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import type { House } from './platform/house.ts'
import { openJobQueue, type JobQueue } from './platform/jobs/jobs.ts'
import { closeInTime } from './platform/http/close.ts'
import { sweepUploads } from './platform/http/upload.ts'
import { createLog, type Log } from './platform/log.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { keepProviderNotes } from './platform/provider-notes/index.ts'

export type Narthex = { house: House; stop: () => Promise<void> }
export type Server = Narthex & { url: string }
export type StartOptions = {
  /** The owner's address of the database: migrations run as it, nothing else. */
  ownerUrl: string
  clock?: Clock
  log?: Log
  webDirectory?: string | null
}

type Opened = { house: House; jobs: JobQueue; close: () => Promise<void> }

/** Opens everything that stands behind the calls: database, job queue, mail. */
async function open(
  config: Config,
  { ownerUrl, clock = systemClock, log = createLog(config.logLevel) }: StartOptions,
): Promise<Opened> {
  await migrate(ownerUrl)
  const url = await enterAsApp(ownerUrl, config.databaseAppUrl)
  const jobs = await openJobQueue(
    url,
    log,
    areas.flatMap((area) => area.queues),
  )
  const database = connect(url, { clock })
  const providers = keepProviderNotes({ database, clock, log })
  const mailer = openMailer(config.mail, providers.note)
  const { sendMail } = mailer
  const house: House = { config, database, clock, log, enqueue: jobs.enqueue, sendMail, noteProvider: providers.note }
  const close = async (): Promise<void> => {
    await jobs.stop()
    mailer.close()
    await providers.stop()
    await database.close()
  }
  return { house, jobs, close }
}

/** Starts the API, the page and, unless configured otherwise, the jobs. */
export async function startServer(config: Config, options: StartOptions): Promise<Server> {
  await sweepUploads((options.clock ?? systemClock).now())
  const { house, jobs, close } = await open(config, options)
  const http = await buildApp({ house, jobsRunning: jobs.isRunning, webDirectory: options.webDirectory ?? null })
  // Requests end first, then jobs, then what both stand on.
  const stop = async (): Promise<void> => {
    await closeInTime(http)
    await close()
  }
  try {
    const url = await http.listen({ port: config.port, host: config.host })
    if (config.runJobs) await jobs.work(areas.flatMap((area) => area.workers(house)))
    return { house, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts the jobs alone. */
export async function startWorker(config: Config, options: StartOptions): Promise<Narthex> {
  const { house, jobs, close } = await open(config, options)
  await jobs.work(areas.flatMap((area) => area.workers(house)))
  return { house, stop: close }
}
