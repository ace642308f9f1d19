import type { Client } from 'pg'

// Any constant does.
const CLAIM = 7_036_150

/** True when the cluster is now ours: the lock lasts as long as this connection, so it cannot outlive our process. */
export async function takeClaim(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [CLAIM])
  return rows[0]?.taken === true
}

export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
}
