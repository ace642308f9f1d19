import type { FastifyRequest, FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Caller, openRecollection, refuseCrossSite, type StaffAuthenticator } from '../../platform/http/index.ts'
import { gateOf } from './gate.ts'
import { abilitiesOf, selfServiceAbilities } from './roles.ts'
import { hashToken, looksLikeToken, bearerToken, cookieToken } from '../credentials/index.ts'
import { findSession, type SessionRow, touchSession } from './session-store.ts'

/**
 * Finds out who calls, by Bearer token, else by cookie. What is remembered of a token is a guess that the database is asked
 * about at every request: a sign-out, a role taken away or an expired subscription shows at the next one. Throws
 * `cross_site` for a writing request that another site made a browser send with our cookie.
 */
export function staffAuthenticator({ database, config }: Pick<AppContext, 'database' | 'config'>): StaffAuthenticator {
  const lately = openRecollection<SessionRow>('find_session')
  const hashOf = (request: FastifyRequest): Buffer | null => {
    const token = presentedToken(request, config)
    return token && looksLikeToken(token) ? hashToken(token) : null
  }
  return {
    identify: async (request, at) => {
      const tokenHash = hashOf(request)
      if (!tokenHash) return null
      const row = await findSession(database.outside, tokenHash, at)
      lately.note(tokenHash, row)
      if (row) sawSession(request, row, { tokenHash, at })
      return row && callerOf(row, at)
    },
    recall: (request, at) => {
      const tokenHash = hashOf(request)
      const recalled = tokenHash && lately.recall(tokenHash, at)
      if (!recalled) return null
      sawSession(request, recalled.row, { tokenHash, at })
      return { who: callerOf(recalled.row, at), entrance: recalled.entrance }
    },
  }
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

/** How exactly it is known when a session was last used. */
const EXACT_TO_MS = 10 * 60_000

type Sight = { tokenHash: Buffer; at: Date }
const sights = new WeakMap<FastifyRequest, Sight>()
/** A page load asks a dozen times at once; one of them is noted. */
const underway = new Set<string>()

/** Keeps in mind that a session was used, to be noted once the request is answered. */
function sawSession(request: FastifyRequest, { lastSeenAt }: SessionRow, sight: Sight): void {
  if (lastSeenAt && sight.at.getTime() - lastSeenAt.getTime() < EXACT_TO_MS) return
  sights.set(request, sight)
}

/** Notes the use of sessions after their requests were answered; a failure is logged and told to nobody. */
export function noteLastSeen(http: FastifyInstance, { database, log }: Pick<AppContext, 'database' | 'log'>): void {
  http.addHook('onResponse', (request, _reply, done) => {
    done()
    const sight = sights.get(request)
    const key = sight?.tokenHash.toString('base64')
    if (!sight || key === undefined || underway.has(key)) return
    underway.add(key)
    touchSession(database.outside, sight.tokenHash, sight.at)
      .catch((error: unknown) => log.warn({ err: error }, 'the use of a session was not noted'))
      .finally(() => underway.delete(key))
  })
}
