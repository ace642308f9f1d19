import { PgBoss } from 'pg-boss'
import pg from 'pg'
import { APP_ROLE } from './roles.ts'

export const JOB_SCHEMA = 'pgboss'

/** Creates or upgrades the tables of the job queue as the owner, and lets the application use them. */
export async function installJobTables(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: JOB_SCHEMA, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {})
  try {
    await boss.start()
  } finally {
    await boss.stop({ graceful: false })
  }
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => {})
  await owner.connect()
  try {
    await owner.query(`
      grant usage on schema ${JOB_SCHEMA} to ${APP_ROLE};
      grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to ${APP_ROLE};
      grant usage, select on all sequences in schema ${JOB_SCHEMA} to ${APP_ROLE};
      grant execute on all functions in schema ${JOB_SCHEMA} to ${APP_ROLE};`)
  } finally {
    await owner.end()
  }
}
