import { createHmac, randomBytes } from 'node:crypto'
import pg from 'pg'
import { DatabaseRefusal } from './refusal.ts'
import { APP_ROLE, makeRole } from './roles.ts'

/**
 * The application's password, which lies in the database where only the owner reads it: every server of the installation
 * finds the same one, whatever its address looks like. It is made when none of those that could hold lets the application
 * in, and then only where nobody would be shut out. In one's turn; `letsIn` tries one.
 */
export async function findAppPassword(
  owner: pg.Client,
  ownerUrl: string,
  letsIn: (password: string) => Promise<boolean>,
): Promise<string> {
  const kept = await keptPassword(owner)
  if (kept !== null && (await letsIn(kept))) return kept
  for await (const password of otherPasswords(owner, ownerUrl)) if (await letsIn(password)) return keep(owner, password)
  await refuseOthersRole(owner)
  await refuseInUse(owner)
  const password = randomBytes(32).toString('base64url')
  await makeRole(owner, `alter role ${APP_ROLE} password '${password}'`)
  return keep(owner, password)
}

async function keptPassword(owner: pg.Client): Promise<string | null> {
  const { rows } = await owner.query<{ password: string }>('select password from narthex_admin.app_password')
  return rows[0]?.password ?? null
}

async function keep(owner: pg.Client, password: string): Promise<string> {
  await owner.query(
    `insert into narthex_admin.app_password (password) values ($1)
     on conflict (single) do update set password = excluded.password`,
    [password],
  )
  return password
}

/** The role is the whole cluster's: another database of the same owner may know its password. */
async function* otherPasswords(owner: pg.Client, ownerUrl: string): AsyncGenerator<string> {
  yield formerPassword(ownerUrl)
  const { rows } = await owner.query<{ datname: string }>(
    `${DATABASES_OF_THE_ROLE} and d.datname <> current_database()
       and d.datdba = (select oid from pg_roles where rolname = current_user) order by 1 limit 20`,
    [APP_ROLE],
  )
  for (const { datname } of rows) {
    const password = await passwordIn(ownerUrl, datname).catch(() => null)
    if (password !== null) yield password
  }
}

const DATABASES_OF_THE_ROLE = `
  select distinct d.datname from pg_shdepend s join pg_database d on d.oid = s.dbid
  where s.refclassid = 'pg_authid'::regclass and s.refobjid = $1::regrole`

async function passwordIn(ownerUrl: string, database: string): Promise<string | null> {
  const url = new URL(ownerUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  const there = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 3_000 })
  there.on('error', () => {})
  await there.connect()
  try {
    return await keptPassword(there)
  } finally {
    await there.end()
  }
}

/** Until version 21 of the schema the password followed from the owner's address, the spelling of its host included. */
function formerPassword(ownerUrl: string): string {
  const { username, password, host } = new URL(ownerUrl)
  return createHmac('sha256', `${username}:${password}`).update(`narthex_app@${host}`).digest('base64url')
}

async function refuseOthersRole(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ datname: string }>(
    `${DATABASES_OF_THE_ROLE} and d.datdba <> (select oid from pg_roles where rolname = current_user)
       and d.datname <> current_database() limit 1`,
    [APP_ROLE],
  )
  if (rows[0])
    throw new DatabaseRefusal(
      `${APP_ROLE} of this PostgreSQL belongs to the Narthex in the database ${rows[0].datname}: set DATABASE_APP_URL with its password, or use another PostgreSQL.`,
    )
}

/** A new password would shut out at its next connection whoever is at work under the old one. */
async function refuseInUse(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query('select from pg_stat_activity where usename = $1 limit 1', [APP_ROLE])
  if (rowCount)
    throw new DatabaseRefusal(
      `Another Narthex is at work on this PostgreSQL as ${APP_ROLE} under a password that this one cannot find out: stop it and start this one again, or set DATABASE_APP_URL.`,
    )
}
