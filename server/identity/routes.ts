import {
  closeSession,
  forgotPassword,
  getCurrentSignedInUser,
  login,
  openSession,
  readSession,
  resetPassword,
} from '#contract/identity/session.ts'
import { refuseCrossSite } from '#server/platform/http/index.ts'
import type { Serve } from '#server/platform/http/index.ts'
import type { House } from '#server/platform/house.ts'
import { serveAudit } from './audit/routes.ts'
import { serveChurch } from './churches/routes.ts'
import { serveOwnAccount } from './own-account/routes.ts'
import { forgotPassword as sendResetLinks } from './reset/forgot-password.ts'
import { resetPassword as setPassword } from './reset/reset-password.ts'
import { currentSession, currentUser, subscriptionStatus } from './sessions/current-session.ts'
import { bearerToken, clearSessionCookie, cookieToken, setSessionCookie } from './sessions/session-cookie.ts'
import { SESSION_SECONDS } from './sessions/open-session.ts'
import { signIn } from './sessions/sign-in.ts'
import { signOut } from './sessions/sign-out.ts'
import type { Settling } from './settling.ts'
import { serveSignup } from './signup/routes.ts'
import { serveStaff } from './staff/routes.ts'
import { viewRoutes } from './views/routes.ts'

export function routes(serve: Serve, house: House, settling: Settling): void {
  serveSession(serve, house)
  serveClients(serve, house)
  servePasswords(serve, house)
  serveSignup(serve, house, settling)
  serveChurch(serve, house)
  serveStaff(serve, house, settling)
  serveOwnAccount(serve, house)
  serveAudit(serve, house)
  viewRoutes(serve)
}

/** The web page: the token travels in a cookie. */
function serveSession(serve: Serve, { database, config }: House): void {
  serve(openSession, async ({ body, at, actor, request, reply }) => {
    refuseCrossSite(request)
    const previousToken = cookieToken(request, config)
    const from = { ip: request.ip, origin: { ip: actor.ip, device: actor.device }, at, previousToken }
    const { token, caller } = await signIn({ database, config }, { ...body, ...from, several: 'ask' })
    setSessionCookie(reply, config, { token, seconds: SESSION_SECONDS })
    return database.withTenant(caller.tenantId, (tx) => currentSession(tx, caller))
  })
  serve(readSession, ({ caller, transact }) => transact((tx) => currentSession(tx, caller)))
  serve(closeSession, async ({ request, reply }) => {
    if (cookieToken(request, config)) refuseCrossSite(request)
    await signOut(database, [cookieToken(request, config), bearerToken(request)])
    clearSessionCookie(reply, config)
    return { signedOut: true as const }
  })
}

/** Clients of the API: the token travels in `Authorization: Bearer`. */
function serveClients(serve: Serve, { database, config }: House): void {
  serve(login, async ({ body, at, actor, request }) => {
    const from = { ip: request.ip, origin: { ip: actor.ip, device: actor.device }, at }
    const { token, expiresAt, caller } = await signIn({ database, config }, { ...body, ...from, several: 'oldest' })
    return {
      token,
      expiryTime: expiresAt.toISOString(),
      roles: caller.roles,
      subStatus: subscriptionStatus(caller),
      // Accounts are made by whoever holds the mailbox or by an administrator: there is no unverified one.
      isVerified: true,
      churchSize: caller.church.people,
    }
  })
  serve(getCurrentSignedInUser, async ({ caller }) => currentUser(caller))
}

function servePasswords(serve: Serve, house: House): void {
  serve(forgotPassword, async ({ params, at, request }) => {
    await sendResetLinks(house, { email: params.email, ip: request.ip, at })
    return { message: 'If there is an account for that email, we have sent a link to it.' }
  })
  serve(resetPassword, async ({ body, actor, at }) => {
    await setPassword(house, { ...body, origin: { ip: actor.ip, device: actor.device }, at })
    return { message: 'Your password has been changed. Please sign in.' }
  })
}
