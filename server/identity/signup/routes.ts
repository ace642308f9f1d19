import { confirmSignup, resendSignup, startSignup } from '#contract/identity/signup.ts'
import type { House } from '#server/platform/house.ts'
import { refuseCrossSite, type Serve } from '#server/platform/http/index.ts'
import { currentSession } from '../sessions/current-session.ts'
import { SESSION_SECONDS } from '../sessions/open-session.ts'
import { cookieToken, setSessionCookie } from '../sessions/session-cookie.ts'
import type { Settling } from '../settling.ts'
import { confirmSignup as confirm } from './confirm-signup.ts'
import { resendSignup as resend } from './resend-signup.ts'
import { startSignup as start } from './start-signup.ts'

/** A church signs itself up. */
export function serveSignup(serve: Serve, house: House, settling: Settling): void {
  const { database, config } = house
  serve(startSignup, async ({ body, request, at }) => {
    refuseCrossSite(request)
    const { signupId, expiresAt } = await start(house, body, { ip: request.ip, at })
    return { signupId, expiresAt: expiresAt.toISOString() }
  })
  serve(confirmSignup, async ({ params, body, request, reply, actor, at }) => {
    refuseCrossSite(request)
    const previousToken = cookieToken(request, config)
    const origin = { ip: actor.ip, device: actor.device }
    const given = { ...params, ...body, ip: request.ip, origin, at, previousToken }
    const { token, caller } = await confirm({ database, config, settling }, given)
    setSessionCookie(reply, config, { token, seconds: SESSION_SECONDS })
    return database.withTenant(caller.tenantId, (tx) => currentSession(tx, caller))
  })
  serve(resendSignup, async ({ params, request, at }) => {
    refuseCrossSite(request)
    const { expiresAt } = await resend(house, { ...params, ip: request.ip, at })
    return { expiresAt: expiresAt.toISOString() }
  })
}
