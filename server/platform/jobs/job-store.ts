import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { ClientBase } from 'pg'
import { JOB_SCHEMA } from './install.ts'
import type { Queue } from './jobs.ts'

const JOBS = sql.table(`${JOB_SCHEMA}.job`)
const SCHEDULES = sql.table(`${JOB_SCHEMA}.schedule`)

/** Whether a job of this kind whose payload holds these fields waits, is at work or will be tried again. */
export async function isQueued(tx: Tx, job: { name: string }, fields: object): Promise<boolean> {
  const { rows } = await sql<{ queued: boolean }>`
    select exists (
      select from ${JOBS} where name = ${job.name} and state in ('created', 'retry', 'active')
        and data @> ${JSON.stringify(fields)}::jsonb
    ) as queued`.execute(tx)
  return rows[0]?.queued ?? false
}

export type JobCounts = {
  /** Due and not begun. */
  waiting: number
  running: number
  /** Given up after all tries within a day. */
  failedLastDay: number
  /** Since when the oldest of those that wait has been due; null: none waits. */
  oldestWaitingS: number | null
}

/** How the jobs of the areas do; the queue's own are left out. */
export async function countJobs(tx: Tx, at: Date): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select
      count(*) filter (where state in ('created', 'retry') and start_after <= ${at})::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed' and completed_on > ${at}::timestamptz - interval '1 day')::int as "failedLastDay",
      extract(epoch from ${at}::timestamptz - min(start_after) filter (where state in ('created', 'retry') and start_after <= ${at}))::int
        as "oldestWaitingS"
    from ${JOBS} where name not like '\\_\\_pgboss%'`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('The queue was not counted')
  return counts
}

/**
 * Makes the jobs of a restored back-up fit to be worked on: nobody has those that were at work in hand any more, and what
 * has to be known of a restored job is added to its payload.
 */
export async function takeUpRestored(owner: ClientBase, queues: Queue[]): Promise<void> {
  await owner.query(
    `update ${JOB_SCHEMA}.job set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null where state = 'active'`,
  )
  for (const { name, restored } of queues)
    if (restored)
      await owner.query(
        `update ${JOB_SCHEMA}.job set data = data || $2::jsonb where name = $1 and state in ('created', 'retry')`,
        [name, JSON.stringify(restored)],
      )
}

/** Jobs that wait for their time wait so much less: the clock by which they were put off was moved. */
export async function hastenJobs(tx: Tx, milliseconds: number): Promise<void> {
  await sql`
    update ${JOBS} set start_after = start_after - ${milliseconds} * interval '1 millisecond'
    where state in ('created', 'retry') and start_after > now() and name not like '\\_\\_pgboss%'`.execute(tx)
}

/** The queues that run by themselves at certain times. */
export async function scheduledQueues(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct name from ${SCHEDULES}`.execute(tx)
  return rows.map(({ name }) => name)
}
