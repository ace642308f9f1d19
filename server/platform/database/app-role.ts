import pg from 'pg'
import { DatabaseRefusal, refusalOf } from './refusal.ts'
import { APP_ROLE, appUrl, DEFINER_ROLE, renewAppPassword } from './roles.ts'

type Found = { name: string; powerful: boolean; migrated: boolean }

/**
 * The address under which the application works, once it is known to work there: as a role that row-level security
 * holds, on the migrated database. Throws DatabaseRefusal with a sentence otherwise.
 */
export async function enterAsApp(ownerUrl: string, givenUrl: string | null): Promise<string> {
  const url = givenUrl ?? appUrl(ownerUrl)
  const variable = givenUrl === null ? 'DATABASE_URL' : 'DATABASE_APP_URL'
  let found: Found
  try {
    found = await look(url)
  } catch (error) {
    if (givenUrl !== null || (error as { code?: string }).code !== '28P01') throw refusalOf(error, variable)
    await renewPassword(ownerUrl)
    found = await look(url)
  }
  if (found.powerful || found.name !== APP_ROLE)
    throw new DatabaseRefusal(
      `${variable} lets the application in as ${found.name}: it must be ${APP_ROLE}, whom row-level security keeps to one church.`,
    )
  if (!found.migrated) throw new DatabaseRefusal(`${variable} leads to another database than DATABASE_URL.`)
  return url
}

async function look(url: string): Promise<Found> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Found>(
      `select current_user::text as name, to_regclass('public.church') is not null as migrated,
        rolsuper or rolbypassrls or pg_has_role(oid, $1, 'member') as powerful
       from pg_roles where rolname = current_user`,
      [DEFINER_ROLE],
    )
    return rows[0] as Found
  })
}

const renewPassword = (ownerUrl: string): Promise<void> =>
  withClient(ownerUrl, (owner) => renewAppPassword(owner, ownerUrl))

const TIMEOUT_MS = 10_000

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    application_name: 'narthex',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
