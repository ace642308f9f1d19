import pg from 'pg'
import { distribute } from '#server/platform/database/distribute-store.ts'
import { APP_ROLE } from '#server/platform/database/roles.ts'
import { createDatabase, databaseUrl, dropDatabase } from './database-store.ts'

/**
 * The machines of a Citus that the tests are to run on, instead of a cluster of their own: addresses of their superuser in the
 * database `postgres`, the coordinator's first. It is the tester's: no other Narthex may be on it.
 */
export const citusMachines = (): string[] => (process.env['CITUS_MACHINES'] ?? '').split(',').filter(Boolean)

/** An empty database of this name on every machine, which know each other. */
export async function createOnAll(machines: readonly string[], name: string): Promise<void> {
  for (const machine of machines) {
    await dropTemplate(machine, name)
    await createDatabase(machine, name)
    await run(databaseUrl(machine, name), ['create extension citus'])
  }
  const [coordinator = '', ...workers] = machines.map((machine) => new URL(machine))
  if (coordinator === '') return
  await run(databaseUrl(coordinator.href, name), [
    `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
  ])
}

/** One of an earlier run, which nobody may enter. */
async function dropTemplate(machine: string, name: string): Promise<void> {
  await run(machine, [`update pg_database set datistemplate = false where datname = '${name}'`])
  await dropDatabase(machine, name)
}

/** What is said of a database by its name is not copied with it: here it is said of the role, in all of them. */
export async function distributeAll(coordinator: string, ownerUrl: string): Promise<void> {
  await distribute(ownerUrl)
  await run(coordinator, [
    `alter role ${APP_ROLE} set citus.propagate_set_commands = 'local'`,
    `alter role ${APP_ROLE} set plan_cache_mode = force_custom_plan`,
    `alter role ${APP_ROLE} set citus.multi_shard_modify_mode = 'sequential'`,
    // Tests that need a failure put a trigger on a table.
    'alter role current_user set citus.enable_unsafe_triggers = on',
  ])
}

/** Citus keeps connections and a process of its own in every database: with them it could not be copied. */
export async function emptyTemplate(machine: string, name: string): Promise<void> {
  await run(machine, [`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`])
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
