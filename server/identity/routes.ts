import {
  closeSession,
  forgotPassword,
  getCurrentSignedInUser,
  login,
  openSession,
  readSession,
  resetPassword,
} from '#contract/identity/session.ts'
import { refuseCrossSite, type Serve, ApiError, type Actor } from '../platform/http/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import { serveAudit } from './audit/routes.ts'
import { serveChurch } from './churches/routes.ts'
import { serveOwnAccount } from './own-account/routes.ts'
import { currentSession, currentUser, subscriptionStatus } from './sessions/current-session.ts'
import { bearerToken, clearSessionCookie, cookieToken, setSessionCookie } from './sessions/session-cookie.ts'
import { SESSION_SECONDS, type Origin } from './sessions/open-session.ts'
import { signIn } from './sessions/sign-in.ts'
import type { Settling } from './settling.ts'
import { serveSignup } from './signup/routes.ts'
import { serveStaff } from './staff/routes.ts'
import { viewRoutes } from './views/routes.ts'
import type { Database } from '../platform/database/index.ts'
import { hashToken, looksLikeToken } from './tokens.ts'
import { endSession, findAccounts, endSessionsOf } from './sessions/session-store.ts'
import { setTimeout } from 'node:timers/promises'
import { emailKey } from './email-key.ts'
import { takeAttempt, takeAttempts, accountAttempts, forgiveSignIn } from './rate-limits/rate-limits.ts'
import { networkOf } from './rate-limits/network.ts'
import { sendResetMailJob } from './jobs.ts'
import { audit } from './audit/audit.ts'
import { hashPassword } from './passwords/passwords.ts'
import { deleteResets, findReset, lockOwner, savePassword, spendReset, type Owner } from './reset/reset-store.ts'
import { isWeakPassword } from './passwords/weak-password.ts'

type PasswordReset = { token: string; password: string; origin: Origin; at: Date }

/**
 * Sets the password with the token of the mail, which works once, and ends every session of the account. Throws
 * `invalid_token`, and `weak_password`, after which the token still works.
 */
async function setPassword(
  { database }: Pick<AppContext, 'database'>,
  { token, password, origin, at }: PasswordReset,
): Promise<void> {
  if (!looksLikeToken(token)) throw new ApiError('invalid_token')
  const tokenHash = hashToken(token)
  const account = await database.withoutTenant((tx) => findReset(tx, tokenHash, at))
  if (!account) throw new ApiError('invalid_token')
  const owner = await database.withTenant(account.tenantId, (tx) => lockOwner(tx, account))
  if (!owner) throw new ApiError('invalid_token')
  refuseWeak(password, owner)
  const passwordHash = await hashPassword(password)
  await database.withTenant(account.tenantId, async (tx) => {
    await lockOwner(tx, account)
    if (!(await spendReset(tx, account, { tokenHash, at }))) throw new ApiError('invalid_token')
    await savePassword(tx, account, passwordHash)
    await deleteResets(tx, account)
    await endSessionsOf(tx, account)
    await forgiveSignIn(tx, accountAttempts('signIn', { who: owner.emailKey, ip: origin.ip ?? '' }))
    // Whoever holds the mailbox acts in the account's name.
    const actor: Actor = { kind: 'staff', id: account.accountId, name: owner.email, ...origin }
    const { personId: subjectId } = owner
    await audit(tx, account.tenantId, actor, {
      act: 'account.password_changed',
      subjectId,
      details: { byMail: true },
      at,
    })
  })
}

function refuseWeak(password: string, { email, firstName, lastName, churchName }: Owner): void {
  const known = [email, churchName, firstName, lastName, `${firstName} ${lastName}`]
  if (isWeakPassword(password, known)) throw new ApiError('weak_password')
}

/** Every answer takes this long, so that its time does not tell whether there is such an account. */
const ANSWER_MS = 250

type ResetRequest = { email: string; ip: string; at: Date }

/**
 * Sends a link to every account of the address, if there is one and it was not asked for too often; the caller cannot
 * tell. Throws `too_many_tries` for a network that asks too often.
 */
async function sendResetLinks(context: AppContext, { email, ip, at }: ResetRequest): Promise<void> {
  const evenly = setTimeout(ANSWER_MS, undefined, { ref: false })
  const key = emailKey(email)
  await context.database.withoutTenant(async (tx) => {
    await takeAttempts(tx, [{ kind: 'resetAddress', who: networkOf(ip) }], at)
    if ((await takeAttempt(tx, { kind: 'resetAccount', who: key }, at)) > 0) return
    for (const { tenantId, accountId } of await findAccounts(tx, key)) {
      await context.enqueue(tx, sendResetMailJob, { tenantId, accountId })
    }
  })
  await evenly
}

/** Ends the sessions of these tokens. A token that is none, or that ended before, is no failure. */
async function signOut(database: Database, tokens: (string | undefined)[]): Promise<void> {
  const known = tokens.filter((token): token is string => token !== undefined && looksLikeToken(token))
  if (known.length === 0) return
  await database.withoutTenant(async (tx) => {
    for (const token of known) await endSession(tx, hashToken(token))
  })
}

export function routes(serve: Serve, context: AppContext, settling: Settling): void {
  serveSession(serve, context)
  serveClients(serve, context)
  servePasswords(serve, context)
  serveSignup(serve, context, settling)
  serveChurch(serve, context)
  serveStaff(serve, context, settling)
  serveOwnAccount(serve, context)
  serveAudit(serve, context)
  viewRoutes(serve)
}

/** The web page: the token travels in a cookie. */
function serveSession(serve: Serve, { database, config }: AppContext): void {
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
function serveClients(serve: Serve, { database, config }: AppContext): void {
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

function servePasswords(serve: Serve, context: AppContext): void {
  serve(forgotPassword, async ({ params, at, request }) => {
    await sendResetLinks(context, { email: params.email, ip: request.ip, at })
    return { message: 'If there is an account for that email, we have sent a link to it.' }
  })
  serve(resetPassword, async ({ body, actor, at }) => {
    await setPassword(context, { ...body, origin: { ip: actor.ip, device: actor.device }, at })
    return { message: 'Your password has been changed. Please sign in.' }
  })
}
