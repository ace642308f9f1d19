import pg from 'pg'
import { findAppPassword } from './app-password.ts'
import { asOwner, inTurn } from './owner.ts'
import { DatabaseRefusal, refusalOf } from './refusal.ts'
import { APP_ROLE, appUrl, DEFINER_ROLE } from './roles.ts'

/** Under which addresses the application works, and how. */
type Entrance = {
  url: string
  /** A pooler lends another connection of PostgreSQL for each transaction: nothing of a session may be relied on. */
  pooled: boolean
  /** Churches are on several machines (Citus). */
  distributed: boolean
  /** For the job queue, past the pooler where that can be. */
  jobs: { url: string; pooled: boolean }
}

type Found = { name: string; powerful: boolean; migrated: boolean; pooled: boolean; distributed: boolean }

/**
 * The addresses under which the application works, once it is known to work there: as a role that row-level security
 * holds, on the migrated database. Throws DatabaseRefusal with a sentence otherwise.
 */
export async function enterAsApp(ownerUrl: string, givenUrl: string | null): Promise<Entrance> {
  if (givenUrl === null) {
    const url = await ownEntrance(ownerUrl)
    const found = await fitting(url, 'DATABASE_URL')
    const { pooled, distributed } = found
    return { url, pooled, distributed, jobs: { url, pooled } }
  }
  const { pooled, distributed } = await fitting(givenUrl, 'DATABASE_APP_URL')
  return {
    url: givenUrl,
    pooled,
    distributed,
    jobs: pooled ? await pastThePooler(ownerUrl, givenUrl) : { url: givenUrl, pooled },
  }
}

async function fitting(url: string, variable: string): Promise<Found> {
  const found = await look(url).catch((error: unknown) => {
    throw refusalOf(error, variable)
  })
  if (found.powerful || found.name !== APP_ROLE)
    throw new DatabaseRefusal(
      `${variable} lets the application in as ${found.name}: it must be ${APP_ROLE}, whom row-level security keeps to one church.`,
    )
  if (!found.migrated) throw new DatabaseRefusal(`${variable} leads to another database than DATABASE_URL.`)
  return found
}

/** Two databases of one cluster may settle the password at the same moment: who comes second finds the other's. */
async function ownEntrance(ownerUrl: string, tries = 3): Promise<string> {
  const password = await asOwner(ownerUrl, (owner) =>
    inTurn(owner, () => findAppPassword(owner, ownerUrl, (tried) => letsIn(appUrl(ownerUrl, tried)))),
  )
  const url = appUrl(ownerUrl, password)
  return tries <= 1 || (await letsIn(url)) ? url : ownEntrance(ownerUrl, tries - 1)
}

const letsIn = (url: string): Promise<boolean> =>
  look(url).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === '28P01') return false
      throw refusalOf(error, 'DATABASE_URL')
    },
  )

/** Where the owner's address is a direct one, the queue takes it too: it is woken by LISTEN, which a pooler swallows. */
async function pastThePooler(ownerUrl: string, pooledUrl: string): Promise<Entrance['jobs']> {
  const url = appUrl(ownerUrl, decodeURIComponent(new URL(pooledUrl).password))
  const isDirect = await look(url).then(
    (found) => !found.pooled && found.migrated && !found.powerful,
    () => false,
  )
  return isDirect ? { url, pooled: false } : { url: pooledUrl, pooled: true }
}

const TIMEOUT_MS = 10_000

async function look(url: string): Promise<Found> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'narthex',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Omit<Found, 'pooled'> & { pid: number }>(
      `select pg_backend_pid() as pid, current_user::text as name, to_regclass('public.church') is not null as migrated,
        to_regclass('pg_catalog.pg_dist_partition') is not null as distributed,
        rolsuper or rolbypassrls or pg_has_role(oid, $1, 'member') as powerful
       from pg_roles where rolname = current_user`,
      [DEFINER_ROLE],
    )
    const { pid, ...found } = rows[0] ?? { pid: 0, name: '', migrated: false, powerful: true, distributed: false }
    // PostgreSQL names its process when a connection begins. A pooler has none of its own to name: it makes a number up.
    return { ...found, pooled: pid !== (client as unknown as { processID: number }).processID }
  } finally {
    await client.end()
  }
}
