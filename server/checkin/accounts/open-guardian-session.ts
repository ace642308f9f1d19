import { deviceName, hashToken, looksLikeToken, newToken } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Actor, GuardianCaller } from '#server/platform/http/index.ts'
import { guardianOf } from './identify-guardian.ts'
import { endGuardianSession, findGuardianSession, insertGuardianSession } from './session-store.ts'

export const GUARDIAN_SESSION_SECONDS = 30 * 24 * 60 * 60

/** Where a sign-in comes from: network address and what the browser calls itself. */
export type Origin = Pick<Actor, 'ip' | 'device'>

export type GuardianOpening = {
  account: { tenantId: string; accountId: string; passwordHash: string }
  origin: Origin
  at: Date
  /** The session that the same browser had until now; it ends. */
  previousToken?: string | undefined
}

export type SignedInGuardian = { token: string; guardian: GuardianCaller }

/** Opens a session of a guardian's account, inside its church. Null when the password was changed or the account removed meanwhile. */
export async function openGuardianSession(
  tx: Tx,
  { account, origin, at, previousToken }: GuardianOpening,
): Promise<SignedInGuardian | null> {
  const token = newToken()
  const tokenHash = hashToken(token)
  const expiresAt = new Date(at.getTime() + GUARDIAN_SESSION_SECONDS * 1000)
  const device = deviceName(origin.device)
  if (!(await insertGuardianSession(tx, { ...account, tokenHash, at, expiresAt, ip: origin.ip, device }))) return null
  if (previousToken && looksLikeToken(previousToken)) await endGuardianSession(tx, hashToken(previousToken))
  const row = await findGuardianSession(tx, tokenHash, at)
  return row && { token, guardian: guardianOf(row, at) }
}

/** Who signs in, for the log: nobody was signed in yet when the request came. */
export const actorOf = ({ personId, email, phone }: GuardianCaller, origin: Origin): Actor => ({
  kind: 'guardian',
  id: personId,
  name: email ?? phone ?? 'guardian',
  ...origin,
})
