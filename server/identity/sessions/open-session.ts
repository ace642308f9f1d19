import type { Tx } from '#server/platform/database/index.ts'
import type { Actor, Caller } from '#server/platform/http/index.ts'
import { hashToken, looksLikeToken, newToken } from '../tokens.ts'
import { deviceName } from './device-name.ts'
import { callerOf } from './identify.ts'
import { endSession, findSession, insertSession, type KnownAccount } from './session-store.ts'

export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** Where a sign-in comes from: network address and what the browser calls itself. */
export type Origin = Pick<Actor, 'ip' | 'device'>

export type Opening = {
  account: Pick<KnownAccount, 'tenantId' | 'accountId' | 'passwordHash' | 'totpSecret'>
  origin: Origin
  at: Date
  /** The session that the same browser had until now; it ends. */
  previousToken?: string | undefined
}

export type SignedIn = { token: string; expiresAt: Date; caller: Caller }

/**
 * Opens a session of an account, inside its church. Null when password or second factor were changed or the account
 * removed in the meantime.
 */
export async function openSession(tx: Tx, { account, origin, at, previousToken }: Opening): Promise<SignedIn | null> {
  const token = newToken()
  const tokenHash = hashToken(token)
  const expiresAt = new Date(at.getTime() + SESSION_SECONDS * 1000)
  const device = deviceName(origin.device)
  if (!(await insertSession(tx, { ...account, tokenHash, at, expiresAt, ip: origin.ip, device }))) return null
  if (previousToken && looksLikeToken(previousToken)) await endSession(tx, hashToken(previousToken))
  const row = await findSession(tx, tokenHash, at)
  return row && { token, expiresAt, caller: callerOf(row, at) }
}

/** Who signs in, for the log: nobody was signed in yet when the request came. */
export const actorOf = ({ accountId, email }: Caller, origin: Origin): Actor => ({
  kind: 'staff',
  id: accountId,
  name: email,
  ...origin,
})
