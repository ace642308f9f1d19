import type { FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Caller, type Identify, refuseCrossSite } from '../../platform/http/index.ts'
import { gateOf } from '../churches/gate.ts'
import { abilitiesOf, selfServiceAbilities } from '../roles.ts'
import { hashToken, looksLikeToken } from '../tokens.ts'
import { sawSession } from './last-seen.ts'
import { bearerToken, cookieToken } from './session-cookie.ts'
import { findSession, type SessionRow } from './session-store.ts'

/**
 * Finds out who calls, by Bearer token, else by cookie. Asks the database at every request and keeps nothing: a
 * sign-out, a role taken away or an expired subscription shows at the next one. Throws `cross_site` for a writing request that
 * another site made a browser send with our cookie.
 */
export const identify =
  ({ database, config }: Pick<AppContext, 'database' | 'config'>): Identify =>
  async (request, at) => {
    const token = presentedToken(request, config)
    if (!token || !looksLikeToken(token)) return null
    const tokenHash = hashToken(token)
    const row = await findSession(database.outside, tokenHash, at)
    if (row) sawSession(request, row, { tokenHash, at })
    return row && callerOf(row, at)
  }

function presentedToken(request: FastifyRequest, config: Config): string | undefined {
  const bearer = bearerToken(request)
  if (bearer) return bearer
  const token = cookieToken(request, config)
  // Browsers add the cookie by themselves, the Authorization header only for our own scripts.
  if (token) refuseCrossSite(request)
  return token
}

/** The caller as the session's row says, with the gate of this day in the church's zone. */
export function callerOf(row: SessionRow, at: Date): Caller {
  const { tenantId, accountId, sessionId, selfService, personId, email, roles, logoId } = row
  const { churchName: name, city, isoCode, currency, timeZone, planName, membershipSize, expiresOn, people } = row
  return {
    tenantId,
    accountId,
    sessionId,
    personId,
    email,
    roles,
    selfService,
    abilities: selfService ? selfServiceAbilities : abilitiesOf(roles),
    ...gateOf(row, at),
    church: { name, city, isoCode, currency, timeZone, logoId, planName, membershipSize, expiresOn, people },
    units: row.units,
  }
}
