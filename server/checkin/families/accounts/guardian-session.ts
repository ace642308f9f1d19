import { authenticator, deviceName, gateOf, hashToken, looksLikeToken, newToken } from '../../../identity/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { Actor, GuardianAuthenticator, GuardianCaller } from '../../../platform/http/index.ts'
import {
  endGuardianSession,
  findGuardianSession,
  selectOwnGuardianSession,
  insertGuardianSession,
  type GuardianSession,
} from './session-store.ts'
import type { FastifyRequest, FastifyReply } from 'fastify'
import type { Config } from '../../../platform/config/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import type {} from '@fastify/cookie'

type Secured = Pick<Config, 'secureCookies'>

/** Apart from the staff's: one browser may hold both, a parent who also works at the desk. */
const nameOf = ({ secureCookies }: Secured): string => (secureCookies ? '__Host-narthex-family' : 'narthex-family')

const attributesOf = ({ secureCookies }: Secured) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies }) as const

export function setGuardianCookie(
  reply: FastifyReply,
  config: Secured,
  { token, seconds }: { token: string; seconds: number },
): void {
  reply.setCookie(nameOf(config), token, { ...attributesOf(config), maxAge: seconds })
}

export function clearGuardianCookie(reply: FastifyReply, config: Secured): void {
  reply.clearCookie(nameOf(config), attributesOf(config))
}

export const guardianToken = (request: FastifyRequest, config: Secured): string | undefined =>
  request.cookies[nameOf(config)]

export const guardianAuthenticator = ({
  database,
  config,
}: Pick<AppContext, 'database' | 'config'>): GuardianAuthenticator =>
  authenticator({
    find: 'find_guardian_session',
    ask: (tokenHash, at) => findGuardianSession(database.outside, tokenHash, at),
    cookieOf: (request) => guardianToken(request, config),
    callerOf: guardianOf,
  })

/** The guardian as the session's row says, with the gate of this day in the church's zone. */
function guardianOf(row: GuardianSession, at: Date): GuardianCaller {
  const { tenantId, accountId, personId, email, phone, churchName: name, slug, isoCode, timeZone, logoId } = row
  return {
    tenantId,
    accountId,
    personId,
    email,
    phone,
    gate: gateOf(row, at).gate,
    church: { name, slug, isoCode, timeZone, logoId },
  }
}

export const GUARDIAN_SESSION_SECONDS = 30 * 24 * 60 * 60

/** Where a sign-in comes from: network address and what the browser calls itself. */
export type Origin = Pick<Actor, 'ip' | 'device'>

type GuardianOpening = {
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
  const row = await selectOwnGuardianSession(tx, tokenHash)
  return row && { token, guardian: guardianOf(row, at) }
}

/** Who signs in, for the log: nobody was signed in yet when the request came. */
export const actorOf = ({ personId, email, phone }: GuardianCaller, origin: Origin): Actor => ({
  kind: 'guardian',
  id: personId,
  name: email ?? phone ?? 'guardian',
  ...origin,
})
