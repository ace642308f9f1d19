import type { FastifyRequest, FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import type { Caller, StaffAuthenticator } from '../../platform/http/index.ts'
import { gateOf } from './gate.ts'
import { abilitiesOf, selfServiceAbilities } from './roles.ts'
import { cookieToken } from '../credentials/index.ts'
import { authenticator, type Sight } from './authenticator.ts'
import { findSession, type SessionRow, touchSession } from './session-store.ts'

export const staffAuthenticator = ({ database, config }: Pick<AppContext, 'database' | 'config'>): StaffAuthenticator =>
  authenticator({
    find: 'find_session',
    ask: (tokenHash, at) => findSession(database.outside, tokenHash, at),
    cookieOf: (request) => cookieToken(request, config),
    callerOf,
    saw: sawSession,
  })

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
