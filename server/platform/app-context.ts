import type { Reaction } from './announcements.ts'
import type { Clock } from './runtime/clock.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Serve } from './http/serve.ts'
import type { Enqueue, JobWorker, Queue } from './jobs/jobs.ts'
import type { Log } from './runtime/log.ts'
import type { StartPad } from './runtime/pad.ts'
import type { SendMail } from './mail/mailer.ts'
import type { NoteProvider } from './provider-notes/provider-notes.ts'

/** What every area of the server stands on. */
export type AppContext = {
  config: Config
  database: Database
  clock: Clock
  /** For answers whose time must not tell whether there is an account. */
  startPad: StartPad
  log: Log
  enqueue: Enqueue
  sendMail: SendMail
  /** For whoever calls a provider; mails are noted by themselves. */
  noteProvider: NoteProvider
}

/** An area of the product: the calls it answers and the work it does in the background. */
export type Area = {
  routes: (serve: Serve, context: AppContext) => void
  /** Every queue the area puts jobs in. */
  queues: Queue[]
  workers: (context: AppContext) => JobWorker[]
  /** What it does when areas below it announce something. */
  reactions?: readonly Reaction[]
}
