import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { touchSession, type SessionRow } from './session-store.ts'

/** How exactly it is known when a session was last used. */
const EXACT_TO_MS = 10 * 60_000

type Sight = { tokenHash: Buffer; at: Date }
const sights = new WeakMap<FastifyRequest, Sight>()
/** A page load asks a dozen times at once; one of them is noted. */
const underway = new Set<string>()

/** Keeps in mind that a session was used, to be noted once the request is answered. */
export function sawSession(request: FastifyRequest, { lastSeenAt }: SessionRow, sight: Sight): void {
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
