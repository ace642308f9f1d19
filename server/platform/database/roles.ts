import type { Client } from 'pg'
import { DatabaseRefusal } from './refusal.ts'

/** The application's own role: it may read and write rows under row-level security and owns nothing. */
export const APP_ROLE = 'narthex_app'
/** Owns the functions that look across churches; nobody signs in as it. */
export const DEFINER_ROLE = 'narthex_definer'

/** The application's address of the same database. */
export function appUrl(ownerUrl: string, password = ''): string {
  const url = new URL(ownerUrl)
  // Parameters win over what stands before the @, and an address without a host takes no user: the application would
  // sign in as the owner.
  url.searchParams.delete('user')
  url.searchParams.delete('password')
  if (url.hostname === '') url.hostname = 'localhost'
  url.username = APP_ROLE
  url.password = password
  return url.href
}

/** Creates both roles when they are missing; the application's gets its password when it is first entered. In one's turn. */
export async function ensureRoles(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ rolname: string }>('select rolname from pg_roles where rolname = any ($1)', [
    [APP_ROLE, DEFINER_ROLE],
  ])
  const known = new Set(rows.map((row) => row.rolname))
  if (!known.has(DEFINER_ROLE)) await makeRole(owner, `create role ${DEFINER_ROLE} nologin`)
  if (!known.has(APP_ROLE)) await makeRole(owner, `create role ${APP_ROLE} login`)
  // An owner that is no superuser must be a member of a role to hand functions to it. From PostgreSQL 16 on, who made a
  // role is a member that may neither use it nor become it.
  const { rows: self } = await owner.query<{ member: boolean }>(
    `select pg_has_role($1, 'usage') and (current_setting('server_version_num')::int < 160000 or pg_has_role($1, 'set')) as member`,
    [DEFINER_ROLE],
  )
  if (!self[0]?.member) await makeRole(owner, `grant ${DEFINER_ROLE} to current_user`)
}

export async function makeRole(owner: Client, statement: string): Promise<void> {
  await owner.query('savepoint before_role')
  try {
    await owner.query(statement)
  } catch (error) {
    await owner.query('rollback to savepoint before_role')
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
