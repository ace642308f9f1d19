import type { FastifyRequest } from 'fastify'
import { bearerToken, gateOf, hashToken, looksLikeToken } from '../../identity/index.ts'
import type { Config } from '../../platform/config/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { refuseCrossSite, type GuardianCaller, type IdentifyGuardian } from '../../platform/http/index.ts'
import { guardianToken } from './guardian-cookie.ts'
import { findGuardianSession, type GuardianSession } from './session-store.ts'

/**
 * Finds out which guardian calls, by Bearer token, else by cookie, anew at every request. Throws `cross_site` for a
 * writing request that another site made a browser send with our cookie.
 */
export const identifyGuardian =
  ({ database, config }: Pick<AppContext, 'database' | 'config'>): IdentifyGuardian =>
  async (request, at) => {
    const token = presentedToken(request, config)
    if (!token || !looksLikeToken(token)) return null
    const row = await findGuardianSession(database.outside, hashToken(token), at)
    return row && guardianOf(row, at)
  }

function presentedToken(request: FastifyRequest, config: Config): string | undefined {
  const bearer = bearerToken(request)
  if (bearer) return bearer
  const token = guardianToken(request, config)
  if (token) refuseCrossSite(request)
  return token
}

/** The guardian as the session's row says, with the gate of this day in the church's zone. */
export function guardianOf(row: GuardianSession, at: Date): GuardianCaller {
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
