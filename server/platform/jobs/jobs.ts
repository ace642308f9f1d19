import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, PgBoss, type QueueOptions } from 'pg-boss'
import type { z } from 'zod/mini'
import { isAway } from '../database/away.ts'
import type { Tx } from '../database/database.ts'
import type { Log } from '../runtime/log.ts'
import { JOB_SCHEMA } from '../database/job-tables.ts'
import { findDue } from './job-store.ts'

/** Name and payload of one kind of job. Payloads carry ids only, never personal data. */
export type Job<Payload> = {
  name: string
  payload: z.ZodMiniType<Payload>
  options?: QueueOptions
  /** What the payload gains where a back-up brought the job back: it may have been done after the back-up was made. */
  restored?: Partial<Payload>
}

export const defineJob = <Payload>(job: Job<Payload>): Job<Payload> => job

type EnqueueOptions = {
  /** Not before this many seconds, or this instant. */
  startAfter?: number | Date
  /** Where the worker takes turns: whose turn it is with this job. Null: it waits for nobody's. */
  turnOf?: string | null
  /** Before the others that wait. */
  isUrgent?: boolean
}

/** Puts a job in the queue inside the transaction of the act: it exists exactly when the act does. */
export type Enqueue = <Payload extends object>(
  tx: Tx,
  job: Job<Payload>,
  payload: Payload,
  options?: EnqueueOptions,
) => Promise<void>

/** `signal` is aborted when the server stops or the job's time is over. */
type JobHandler<Payload> = (payload: Payload, signal: AbortSignal) => Promise<void>

/** What an area does in the background; made by `jobWorker`. */
export type JobWorker = {
  queue: Queue
  run: (data: unknown, signal: AbortSignal) => Promise<void>
  concurrency: number
  inTurns?: number
  cron?: string
}

/** Name and options of a queue, whatever its payload. */
export type Queue = { name: string; options?: QueueOptions; restored?: object }

export const jobWorker = <Payload>(worker: {
  job: Job<Payload>
  handler: JobHandler<Payload>
  /** How many of these jobs one server runs at once. */
  concurrency: number
  /**
   * Of the jobs with the same `turnOf` one at a time (`true`), or so many, are worked on by all servers together: nobody
   * takes all places.
   */
  inTurns?: boolean | number
  /** Runs by itself at these times (UTC), with an empty payload. */
  cron?: string
}): JobWorker => ({
  queue: worker.job,
  run: (data, signal) => worker.handler(worker.job.payload.parse(data), signal),
  concurrency: worker.concurrency,
  ...(worker.inTurns ? { inTurns: Number(worker.inTurns) } : {}),
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
// A new job wakes its worker at once; one that waits for its time, or for another try, is found by looking: once for all
// queues. Should that ever miss one, its worker looks for itself.
const LOOK_MS = 2_000
const BACKSTOP_SECONDS = 60

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
  let looking = Promise.resolve()
  const fault = faultLog(log)
  boss.on('error', fault)
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
        ...(options.turnOf ? { group: { id: options.turnOf } } : {}),
        ...(options.isUrgent ? { priority: 1 } : {}),
      })
    },
    work: async (workers) => {
      const shift = { log, fault, stopping: stopping.signal, places: new Map<string, string[]>() }
      for (const worker of workers) await startWorker(boss, worker, shift)
      looking = lookOut(boss, shift)
    },
    isRunning: () => running,
    stop: async () => {
      running = false
      stopping.abort()
      await looking
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

type Shift = {
  log: Log
  fault: (fault: unknown) => void
  stopping: AbortSignal
  /** Of each queue, those who are there to work on it. */
  places: Map<string, string[]>
}

/** Wakes the places of the queues in which something has become due. */
async function lookOut(boss: PgBoss, { fault, stopping, places }: Shift): Promise<void> {
  while (!stopping.aborted) {
    await sleep(LOOK_MS, undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted) return
    try {
      for (const name of await findDue(boss.getDb(), [...places.keys()]))
        for (const place of places.get(name) ?? []) boss.notifyWorker(place)
    } catch (error) {
      fault(error)
    }
  }
}

/** One place to begin with; whoever takes a job while all are at work brings the next, up to as many as there may be. */
async function startWorker(boss: PgBoss, worker: JobWorker, shift: Shift): Promise<void> {
  const { queue, cron, concurrency } = worker
  if (cron) await boss.schedule(queue.name, cron, {})
  const places: string[] = []
  shift.places.set(queue.name, places)
  let hired = 1
  let busy = 0
  const during = async (act: () => Promise<void>): Promise<void> => {
    busy += 1
    if (busy === hired && hired < concurrency && !shift.stopping.aborted) {
      hired += 1
      void hireNext().catch(shift.fault)
    }
    await act().finally(() => (busy -= 1))
  }
  const hireNext = async (): Promise<void> => void places.push(await hire(boss, worker, { ...shift, during }))
  await hireNext()
}

type Place = Shift & { during: (act: () => Promise<void>) => Promise<void> }

async function hire(boss: PgBoss, worker: JobWorker, { log, stopping, during }: Place): Promise<string> {
  const { name } = worker.queue
  let place = ''
  place = await boss.work(
    name,
    {
      batchSize: 1,
      pollingIntervalSeconds: BACKSTOP_SECONDS,
      notifyPollingIntervalSeconds: BACKSTOP_SECONDS,
      heartbeatRefreshSeconds: 5,
      ...(worker.inTurns ? { groupConcurrency: worker.inTurns } : {}),
    },
    async ([taken]) => {
      if (!taken) return
      // After this job it looks for the next one at once; otherwise a backlog would go at one job a look.
      boss.notifyWorker(place)
      await during(async () => {
        try {
          // pg-boss aborts its own when the patience of a stop is over: too late to end by oneself.
          await worker.run(taken.data, AbortSignal.any([taken.signal, stopping]))
        } catch (error) {
          log.warn({ err: error, job: name, jobId: taken.id }, 'job failed and will be tried again')
          // The queue keeps what it is told, and messages of mail servers and of the database quote personal data.
          throw withoutMessage(error)
        }
      })
    },
  )
  return place
}
