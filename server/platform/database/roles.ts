import { createHmac } from 'node:crypto'
import type { Client } from 'pg'

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
  if (!known.has(DEFINER_ROLE)) await createRole(owner, `create role ${DEFINER_ROLE} nologin`)
  if (!known.has(APP_ROLE)) await createRole(owner, `create role ${APP_ROLE} login password '${appPassword(ownerUrl)}'`)
  // An owner that is no superuser must be a member of a role to hand functions to it.
  const { rows: self } = await owner.query<{ member: boolean }>(`select pg_has_role($1, 'member') as member`, [DEFINER_ROLE])
  if (!self[0]?.member) await owner.query(`grant ${DEFINER_ROLE} to current_user`)
}

/** Another database of the same cluster may be creating the same role at this moment; both want the same one. */
async function createRole(owner: Client, statement: string): Promise<void> {
  try {
    await owner.query(statement)
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code !== '42710' && code !== '23505') throw error
  }
}
