import type { Look } from './query-store.ts'
import { until } from './until.ts'

/** Waits until a query of the test's database waits for a lock, on whichever machine. */
export async function untilOneWaits(look: Look): Promise<void> {
  const [citus] = await look(`select from pg_extension where extname = 'citus'`)
  // Of several machines the one that plans tells of all.
  const waiting = citus
    ? 'select from citus_lock_waits'
    : `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await look(waiting)).length > 0)
}
