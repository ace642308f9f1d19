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
import { forgotPassword as sendResetLinks } from './reset/forgot-password.ts'
import { resetPassword as setPassword } from './reset/reset-password.ts'
import { currentSession, currentUser, subscriptionStatus } from './sessions/current-session.ts'
import { bearerToken, clearSessionCookie, cookieToken, setSessionCookie } from './sessions/session-cookie.ts'
import { SESSION_SECONDS, signIn } from './sessions/sign-in.ts'
import { signOut } from './sessions/sign-out.ts'

export function routes(serve: Serve, house: House): void {
  serveSession(serve, house)
  serveClients(serve, house)
  servePasswords(serve, house)
}

/** The web page: the token travels in a cookie. */
function serveSession(serve: Serve, { database, config }: House): void {
  serve(openSession, async ({ body, at, request, reply }) => {
    refuseCrossSite(request)
    const previousToken = cookieToken(request, config)
    const { token, caller } = await signIn(database, { ...body, ip: request.ip, at, previousToken })
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
function serveClients(serve: Serve, { database }: House): void {
  serve(login, async ({ body, at, request }) => {
    const { token, expiresAt, caller } = await signIn(database, { ...body, ip: request.ip, at })
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
    return { message: 'If somebody signs in with this address, a link to choose a new password is on its way.' }
  })
  serve(resetPassword, async ({ body, at }) => {
    await setPassword(house, { ...body, at })
    return { message: 'Your new password is set. Please sign in.' }
  })
}
