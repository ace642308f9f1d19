import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { JOB_SCHEMA } from './install.ts'

const JOBS = sql.table(`${JOB_SCHEMA}.job`)

/** Whether a job of this kind whose payload holds these fields waits, is at work or will be tried again. */
export async function isQueued(tx: Tx, job: { name: string }, fields: object): Promise<boolean> {
  const { rows } = await sql<{ queued: boolean }>`
    select exists (
      select from ${JOBS} where name = ${job.name} and state in ('created', 'retry', 'active')
        and data @> ${JSON.stringify(fields)}::jsonb
    ) as queued`.execute(tx)
  return rows[0]?.queued ?? false
}
