import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { cloneDatabase, type TestDatabase } from '../../test-kit/cluster/database.ts'
import { openQuery } from '../../test-kit/query-store.ts'
import { until } from '../../test-kit/until.ts'
import { connect, type Database } from '../database/database.ts'
import { createLog } from '../runtime/log.ts'
import { defineJob, faultLog, jobWorker, openJobQueue, type JobQueue } from './jobs.ts'

const ring = defineJob({ name: 'test.ring', payload: z.object({ bell: z.int() }) })
const fail = defineJob({ name: 'test.fail', payload: z.object({}) })
const lift = defineJob({ name: 'test.lift', payload: z.object({}) })
const wait = defineJob({ name: 'test.wait', payload: z.object({}) })

let clone: TestDatabase
let database: Database
let jobs: JobQueue
const rung: number[] = []
let failures = 0
/** A job that is in the middle of its work, and ends when the test lets it. */
const working = { signal: undefined as AbortSignal | undefined, letEnd: Promise.withResolvers<void>(), hasEnded: false }
/** How many lift at this moment, at each beginning; they let go together. */
const lifting = { now: 0, seen: [] as number[], letGo: Promise.withResolvers<void>() }
beforeAll(async () => {
  clone = await cloneDatabase()
  database = connect(clone.appUrl)
  jobs = await openJobQueue({ url: clone.appUrl }, createLog('silent'), [ring, fail, lift, wait])
  await jobs.work([
    jobWorker({ job: ring, concurrency: 1, handler: async ({ bell }) => void rung.push(bell) }),
    jobWorker({
      job: fail,
      concurrency: 1,
      handler: async () => {
        if (failures++ === 0) throw new Error('The first time it fails.')
      },
    }),
    jobWorker({
      job: lift,
      concurrency: 3,
      handler: async () => {
        lifting.seen.push(++lifting.now)
        await lifting.letGo.promise
        lifting.now -= 1
      },
    }),
    jobWorker({
      job: wait,
      concurrency: 1,
      handler: async (_payload, signal) => {
        working.signal = signal
        await once(signal, 'abort')
        await working.letEnd.promise
        working.hasEnded = true
      },
    }),
  ])
})
afterAll(async () => {
  await database.close()
  await clone.drop()
})

test('a job exists exactly when the act that put it in does', async () => {
  await expect(
    database.withoutTenant(async (tx) => {
      await jobs.enqueue(tx, ring, { bell: -1 })
      throw new Error('The act fails.')
    }),
  ).rejects.toThrow('The act fails.')
  await database.withoutTenant((tx) => jobs.enqueue(tx, ring, { bell: 1 }))
  await until(async () => rung.length > 0)
  expect(rung).toEqual([1])
})

test('a queue that is there takes on what has changed of its options, and nothing else', async () => {
  const queue = { name: 'test.patient', options: { retryLimit: 3 } }
  const look = openQuery(clone.ownerUrl)
  const opened = async (options = queue.options) => {
    const queued = await openJobQueue({ url: clone.appUrl }, createLog('silent'), [{ ...queue, options }])
    await queued.stop()
    return (await look('select retry_limit, notify, updated_on from pgboss.queue where name = $1', [queue.name]))[0]
  }
  const first = await opened()
  expect(first).toMatchObject({ retry_limit: 3, notify: true })
  expect(await opened()).toEqual(first)
  expect(await opened({ retryLimit: 5 })).toMatchObject({ retry_limit: 5, notify: true })
  await look.close()
})

test('a backlog is worked off one after the other, without waiting for the next look', async () => {
  const bells = Array.from({ length: 30 }, (_, bell) => bell + 100)
  await database.withoutTenant(async (tx) => {
    for (const bell of bells) await jobs.enqueue(tx, ring, { bell })
  })
  await until(async () => rung.length > bells.length, 8)
  expect(rung.slice(1).toSorted()).toEqual(bells)
})

test('of what becomes due at the same moment as many are worked on at once as may be, and no more', async () => {
  const startAfter = new Date(Date.now() + 1_000)
  await database.withoutTenant(async (tx) => {
    for (let job = 0; job < 5; job++) await jobs.enqueue(tx, lift, {}, { startAfter })
  })
  await until(async () => lifting.seen.length === 3)
  // What becomes due later than the others is worked on: they have been looked for by then.
  await database.withoutTenant((tx) =>
    jobs.enqueue(tx, ring, { bell: 200 }, { startAfter: new Date(Date.now() + 1_000) }),
  )
  await until(async () => rung.includes(200))
  expect(lifting.seen).toEqual([1, 2, 3])
  lifting.letGo.resolve()
  await until(async () => lifting.seen.length === 5)
  expect(Math.max(...lifting.seen)).toBe(3)
})

test('a job that failed is tried again', async () => {
  await database.withoutTenant((tx) => jobs.enqueue(tx, fail, {}))
  expect(await until(async () => failures === 2, 15)).toBe(true)
})

test('a job in the middle of its work is told at once when the server stops, and ends in its own time', async () => {
  await database.withoutTenant((tx) => jobs.enqueue(tx, wait, {}))
  await until(async () => working.signal !== undefined)
  const stopped = jobs.stop()
  expect([working.signal?.aborted, working.hasEnded]).toEqual([true, false])
  working.letEnd.resolve()
  await stopped
  expect([working.hasEnded, jobs.isRunning()]).toEqual([true, false])
})

test('what the queue says again and again while the database is away is said once, whatever it is made of', () => {
  const lines: string[] = []
  const hear = faultLog(createLog('warn', { write: (line) => lines.push(line) }))
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  for (let worker = 0; worker < 164; worker++)
    hear({ ...refused, message: refused.message, stack: refused.stack, queue: 'test.ring', worker })
  hear(refused)
  hear({ message: 'relation "x" does not exist', code: '42P01' })
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'The job queue waits for the database and goes on when it answers.', err: { code: 'ECONNREFUSED' } },
    { msg: 'The job queue met a fault and goes on.', err: { code: '42P01' } },
  ])
})
