import { fromKysely, PgBoss, type QueueOptions } from 'pg-boss'
import type { z } from 'zod/mini'
import { isAway } from '../database/away.ts'
import type { Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import { JOB_SCHEMA } from './install.ts'

/** Name and payload of one kind of job. Payloads carry ids only, never personal data. */
export type Job<Payload> = {
  name: string
  payload: z.ZodMiniType<Payload>
  options?: QueueOptions
  /** What the payload gains where a back-up brought the job back: it may have been done after the back-up was made. */
  restored?: Partial<Payload>
}

export const defineJob = <Payload>(job: Job<Payload>): Job<Payload> => job

export type EnqueueOptions = {
  /** Not before this many seconds, or this instant. */
  startAfter?: number | Date
}

/** Puts a job in the queue inside the transaction of the act: it exists exactly when the act does. */
export type Enqueue = <Payload extends object>(
  tx: Tx,
  job: Job<Payload>,
  payload: Payload,
  options?: EnqueueOptions,
) => Promise<void>

/** `signal` is aborted when the server stops or the job's time is over. */
export type JobHandler<Payload> = (payload: Payload, signal: AbortSignal) => Promise<void>

/** What an area does in the background; made by `jobWorker`. */
export type JobWorker = {
  queue: Queue
  run: (data: unknown, signal: AbortSignal) => Promise<void>
  concurrency: number
  cron?: string
}

/** Name and options of a queue, whatever its payload. */
export type Queue = { name: string; options?: QueueOptions; restored?: object }

export const jobWorker = <Payload>(worker: {
  job: Job<Payload>
  handler: JobHandler<Payload>
  /** How many of these jobs one server runs at once. */
  concurrency: number
  /** Runs by itself at these times (UTC), with an empty payload. */
  cron?: string
}): JobWorker => ({
  queue: worker.job,
  run: (data, signal) => worker.handler(worker.job.payload.parse(data), signal),
  concurrency: worker.concurrency,
  ...(worker.cron === undefined ? {} : { cron: worker.cron }),
})

export type JobQueue = {
  enqueue: Enqueue
  /** Starts working; without it this server only puts jobs in. */
  work: (workers: JobWorker[]) => Promise<void>
  isRunning: () => boolean
  stop: () => Promise<void>
}

const STOP_TIMEOUT_MS = 8_000
// Where the network swallows packets no query fails by itself. What is longer (clearing old jobs out) goes on over there.
const ANSWER_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 4_000
// A new job wakes its worker at once; one that waits for its time, or for another try, is found by looking.
const POLL_SECONDS = 2

const everyQueue = {
  notify: true,
  retryLimit: 20,
  retryBackoff: true,
  retryDelay: 1,
  retryDelayMax: 300,
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
}

export type QueueAddress = {
  url: string
  /** Behind a pooler nothing wakes us: jobs are found by looking alone. */
  pooled?: boolean
}

export async function openJobQueue(
  { url, pooled = false }: QueueAddress,
  log: Log,
  queues: Queue[],
): Promise<JobQueue> {
  const boss = new PgBoss({
    ...connectionTo(url),
    schema: JOB_SCHEMA,
    migrate: false,
    createSchema: false,
    reindex: false,
    max: 6,
    useListenNotify: !pooled,
  })
  const stopping = new AbortController()
  let running = false
  boss.on('error', faultLog(log))
  try {
    await boss.start()
    await openQueues(boss, queues)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  running = true
  return {
    enqueue: async (tx, job, payload, options = {}) => {
      await boss.send(job.name, job.payload.parse(payload) as object, {
        db: fromKysely(tx),
        ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
      })
    },
    work: async (workers) => {
      for (const worker of workers) await startWorker(boss, worker, { log, stopping: stopping.signal })
    },
    isRunning: () => running,
    stop: async () => {
      running = false
      stopping.abort()
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
    },
  }
}

const QUIET_MS = 60_000

/**
 * Says what is wrong with the queue. While the database is away every place of every worker says the same every two
 * seconds: each thing is said once, and again after a minute with how often it was heard.
 */
export function faultLog(log: Log): (fault: unknown) => void {
  const said = new Map<string, { at: number; since: number }>()
  return (fault) => {
    const error = errorOf(fault)
    const away = isAway(error)
    const what = away ? 'away' : `${error.name} ${(error as { code?: string }).code ?? ''}`
    const last = said.get(what)
    if (last && Date.now() - last.at < QUIET_MS) {
      last.since += 1
      return
    }
    said.set(what, { at: Date.now(), since: 0 })
    const told = { err: error, ...(last?.since ? { times: last.since + 1 } : {}) }
    if (away) log.warn(told, 'The job queue waits for the database and goes on when it answers.')
    else log.error(told, 'The job queue met a fault and goes on.')
  }
}

/** pg-boss hands some errors on as plain objects. */
const errorOf = (fault: unknown): Error =>
  fault instanceof Error ? fault : Object.assign(new Error('A fault of the job queue'), fault)

/** A queue that is there already takes on what has changed of its options. */
async function openQueues(boss: PgBoss, queues: Queue[]): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, options } of queues) {
    const wanted: QueueOptions = { ...everyQueue, ...options }
    const before = there.get(name)
    if (!before) await boss.createQueue(name, wanted)
    else if (Object.entries(wanted).some(([option, value]) => before[option as keyof QueueOptions] !== value))
      await boss.updateQueue(name, wanted)
  }
}

function withoutMessage(error: unknown): Error {
  const { name = 'Error', code } = error as { name?: string; code?: string }
  const bare = new Error(code ? `${name} ${code}` : name)
  delete bare.stack
  return bare
}

/** pg-boss hands all of this on to node-postgres. */
const connectionTo = (url: string): object => ({
  connectionString: url,
  application_name: 'narthex-jobs',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
  keepAlive: true,
})

type Shift = { log: Log; stopping: AbortSignal }

async function startWorker(boss: PgBoss, worker: JobWorker, shift: Shift): Promise<void> {
  if (worker.cron) await boss.schedule(worker.queue.name, worker.cron, {})
  for (let place = 0; place < worker.concurrency; place++) await hire(boss, worker, shift)
}

async function hire(boss: PgBoss, worker: JobWorker, { log, stopping }: Shift): Promise<void> {
  const { name } = worker.queue
  let place = ''
  place = await boss.work(
    name,
    {
      batchSize: 1,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
      heartbeatRefreshSeconds: 5,
    },
    async ([taken]) => {
      if (!taken) return
      // After this job it looks for the next one at once; otherwise a backlog would go at one job a look.
      boss.notifyWorker(place)
      try {
        // pg-boss aborts its own when the patience of a stop is over: too late to end by oneself.
        await worker.run(taken.data, AbortSignal.any([taken.signal, stopping]))
      } catch (error) {
        log.warn({ err: error, job: name, jobId: taken.id }, 'job failed and will be tried again')
        // The queue keeps what it is told, and messages of mail servers and of the database quote personal data.
        throw withoutMessage(error)
      }
    },
  )
}
