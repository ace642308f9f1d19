import { createHmac } from 'node:crypto'
import type { Client } from 'pg'
import { DatabaseRefusal } from './refusal.ts'

/** The application's own role: it may read and write rows under row-level security and owns nothing. */
export const APP_ROLE = 'narthex_app'
/** Owns the functions that look across churches; nobody signs in as it. */
export const DEFINER_ROLE = 'narthex_definer'

/**
 * The application's address of the same database. Its password follows from the owner's address, so that every server
 * with the same DATABASE_URL agrees on it without a second secret to keep.
 */
export function appUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  // Parameters win over what stands before the @, and an address without a host takes no user: the application would
  // sign in as the owner.
  url.searchParams.delete('user')
  url.searchParams.delete('password')
  if (url.hostname === '') url.hostname = 'localhost'
  url.username = APP_ROLE
  url.password = appPassword(ownerUrl)
  return url.href
}

const appPassword = (ownerUrl: string): string => {
  const { username, password, host } = new URL(ownerUrl)
  return createHmac('sha256', `${username}:${password}`).update(`narthex_app@${host}`).digest('base64url')
}

/** Creates both roles when they are missing. The caller holds the migration lock. */
export async function ensureRoles(owner: Client, ownerUrl: string): Promise<void> {
  const { rows } = await owner.query<{ rolname: string }>('select rolname from pg_roles where rolname = any ($1)', [
    [APP_ROLE, DEFINER_ROLE],
  ])
  const known = new Set(rows.map((row) => row.rolname))
  if (!known.has(DEFINER_ROLE)) await makeRole(owner, `create role ${DEFINER_ROLE} nologin`)
  if (!known.has(APP_ROLE)) await makeRole(owner, `create role ${APP_ROLE} login password '${appPassword(ownerUrl)}'`)
  // An owner that is no superuser must be a member of a role to hand functions to it. From PostgreSQL 16 on, who made a
  // role is a member that may neither use it nor become it.
  const { rows: self } = await owner.query<{ member: boolean }>(
    `select pg_has_role($1, 'usage') and (current_setting('server_version_num')::int < 160000 or pg_has_role($1, 'set')) as member`,
    [DEFINER_ROLE],
  )
  if (!self[0]?.member) await makeRole(owner, `grant ${DEFINER_ROLE} to current_user`)
}

/**
 * Gives the application's role the password that follows from this address: the owner's was changed. Roles belong to the
 * whole cluster, so this is refused where the application of somebody else's database signs in with it too.
 */
export async function renewAppPassword(owner: Client, ownerUrl: string): Promise<void> {
  const { rows } = await owner.query<{ datname: string }>(
    `select distinct d.datname from pg_shdepend s join pg_database d on d.oid = s.dbid
     where s.refclassid = 'pg_authid'::regclass and s.refobjid = $1::regrole
       and d.datdba <> (select oid from pg_roles where rolname = current_user)`,
    [APP_ROLE],
  )
  if (rows[0])
    throw new DatabaseRefusal(
      `${APP_ROLE} of this PostgreSQL belongs to the Narthex in the database ${rows[0].datname}: set DATABASE_APP_URL with its password, or use another PostgreSQL.`,
    )
  await makeRole(owner, `alter role ${APP_ROLE} password '${appPassword(ownerUrl)}'`)
}

async function makeRole(owner: Client, statement: string): Promise<void> {
  try {
    await owner.query(statement)
  } catch (error) {
    const { code } = error as { code?: string }
    // Another database of the same cluster may be creating the same role at this moment; both want the same one.
    if (code === '42710' || code === '23505') return
    if (code !== '42501') throw error
    throw new DatabaseRefusal(
      `The role of DATABASE_URL may not make ${APP_ROLE} and ${DEFINER_ROLE}: give it CREATEROLE, or make both by hand, grant ${DEFINER_ROLE} to it, and set DATABASE_APP_URL.`,
      { cause: error },
    )
  }
}
