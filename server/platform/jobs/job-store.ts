import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { ClientBase } from 'pg'
import { JOB_SCHEMA } from '../database/job-tables.ts'

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

/** Whether such a job waits and begins within so many seconds by itself; one that is at work does not count. */
export async function isComing(tx: Tx, job: { name: string }, fields: object, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ coming: boolean }>`
    select exists (
      select from ${JOBS} where name = ${job.name} and state in ('created', 'retry')
        and start_after <= now() + make_interval(secs => ${seconds}) and data @> ${JSON.stringify(fields)}::jsonb
    ) as coming`.execute(tx)
  return rows[0]?.coming ?? false
}

/** What pg-boss asks the database with. */
type Asked = { executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> }

/** The queues among these in which a job is due. */
export async function findDue(db: Asked, names: string[]): Promise<string[]> {
  const { rows } = await db.executeSql(
    `select queue.name from unnest($1::text[]) queue(name)
     where exists (
       select from ${JOB_SCHEMA}.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
     )`,
    [names],
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}

type JobCounts = {
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
export async function takeUpRestored(owner: ClientBase, queues: { name: string; restored?: object }[]): Promise<void> {
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
