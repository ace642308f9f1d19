import type { AppContext } from '../../platform/app-context.ts'
import type { Tx, Database } from '../../platform/database/index.ts'
import { ApiError, refuseCrossSite, type Serve } from '../../platform/http/index.ts'
import { audit } from '../audit/index.ts'
import {
  emailKey,
  findMatches,
  bearerToken,
  clearSessionCookie,
  cookieToken,
  setSessionCookie,
  hashToken,
  looksLikeToken,
} from '../credentials/index.ts'
import {
  accountAttempts,
  forgiveSignIn,
  returnAttempts,
  takeAttempts,
  type Attempt,
  networkOf,
} from '../rate-limits/index.ts'
import { factorAttempts, passFactor } from './second-factor.ts'
import {
  actorOf,
  openSession,
  type Origin,
  type SignedIn,
  currentSession,
  currentUser,
  subscriptionStatus,
  SESSION_SECONDS,
  findAccounts,
  type KnownAccount,
  endSession,
} from '../sessions/index.ts'
import {
  closeSession,
  getCurrentSignedInUser,
  login,
  openSession as openCall,
  readSession,
} from '#contract/identity/session.ts'

/** A refusal takes this long, so that its time does not tell in how many churches there is such an account. */
const REFUSAL_MS = 250

type Credentials = {
  userName: string
  password: string
  /** Of the authenticator app, or a recovery code. */
  code?: string | undefined
  /** The church that is meant where the password opens several. */
  tenantId?: string | undefined
  /** Several churches: `ask` throws `choose_church`, `oldest` takes the oldest account. */
  several: 'ask' | 'oldest'
  /** Where the request came from. */
  ip: string
  origin: Origin
  at: Date
  /** The session that the same browser had until now; it ends. */
  previousToken?: string | undefined
}

type Doors = Pick<AppContext, 'database' | 'config' | 'startPad'>
type Trying = { credentials: Credentials; attempts: Attempt[] }

/**
 * Opens a session. Throws `wrong_credentials`, the same whether the address is known or not, and `too_many_tries`, for
 * the right password too. Only after the right password: `choose_church`, `second_factor_needed`, `wrong_second_factor`.
 */
async function signIn(doors: Doors, credentials: Credentials): Promise<SignedIn> {
  const { userName, password, ip, at } = credentials
  const pad = doors.startPad(REFUSAL_MS)
  const key = emailKey(userName)
  const attempts: Attempt[] = [
    ...accountAttempts('signIn', { who: key, ip }),
    { kind: 'signInAddress', who: networkOf(ip) },
  ]
  // Counted and committed before the password is compared, so that tries at the same moment all count.
  const accounts = await doors.database.withoutTenant(async (tx) => {
    await takeAttempts(tx, attempts, at)
    return findAccounts(tx, key)
  })
  const matches = await findMatches(accounts, password)
  const trying = { credentials, attempts }
  const account = await choose(doors, matches, trying)
  const signedIn = account && (await enter(doors, account, trying))
  if (signedIn) return signedIn
  await pad()
  throw new ApiError('wrong_credentials')
}

/** The account that is meant; null: none. */
async function choose(doors: Doors, matches: KnownAccount[], trying: Trying): Promise<KnownAccount | null> {
  const { tenantId, several } = trying.credentials
  const [oldest, ...others] = matches
  const wanted = matches.find((account) => account.tenantId === tenantId)
  if (wanted || !oldest) return wanted ?? null
  if (several === 'oldest') return oldest
  if (tenantId !== undefined) return null
  if (others.length === 0) return oldest
  await giveBack(doors, trying)
  const fields = Object.fromEntries(matches.map((account) => [account.tenantId, account.churchName]))
  throw new ApiError('choose_church', { fields })
}

/** Null when the password was changed in the meantime. */
async function enter(doors: Doors, account: KnownAccount, trying: Trying): Promise<SignedIn | null> {
  const { code, at } = trying.credentials
  if (account.totpSecret) {
    if (code === undefined) {
      await giveBack(doors, trying)
      throw new ApiError('second_factor_needed')
    }
    await doors.database.withoutTenant((tx) => takeAttempts(tx, factorAttempts(account.accountId), at))
  }
  return doors.database.withTenant(account.tenantId, (tx) => openAccount(tx, doors, { ...trying, account }))
}

async function openAccount(
  tx: Tx,
  { config }: Doors,
  { account, credentials, attempts }: Trying & { account: KnownAccount },
): Promise<SignedIn | null> {
  const { code = '', origin, at } = credentials
  const method = account.totpSecret
    ? await passFactor(tx, { ...account, totpSecret: account.totpSecret }, { code, secretKey: config.secretKey, at })
    : 'password'
  const signedIn = await openSession(tx, { ...credentials, account })
  if (!signedIn) return null
  await forgiveSignIn(tx, attempts)
  if (account.totpSecret) await returnAttempts(tx, factorAttempts(account.accountId))
  const { tenantId, personId } = signedIn.caller
  await audit(tx, tenantId, actorOf(signedIn.caller, origin), {
    act: 'account.signed_in',
    subjectId: personId,
    details: { method },
    at,
  })
  return signedIn
}

/** The password was right and nothing else was tried: whoever signs in in two steps counts once. */
const giveBack = ({ database }: Doors, { attempts }: Trying): Promise<void> =>
  database.withoutTenant((tx) => returnAttempts(tx, attempts))

/** Ends the sessions of these tokens. A token that is none, or that ended before, is no failure. */
async function signOut(database: Database, tokens: (string | undefined)[]): Promise<void> {
  const known = tokens.filter((token): token is string => token !== undefined && looksLikeToken(token))
  if (known.length === 0) return
  await database.withoutTenant(async (tx) => {
    for (const token of known) await endSession(tx, hashToken(token))
  })
}

/** The web page: the token travels in a cookie. */
export function serveSession(serve: Serve, context: AppContext): void {
  const { database, config } = context
  serve(openCall, async ({ body, at, actor, request, reply }) => {
    refuseCrossSite(request)
    const previousToken = cookieToken(request, config)
    const from = { ip: request.ip, origin: { ip: actor.ip, device: actor.device }, at, previousToken }
    const { token, caller } = await signIn(context, { ...body, ...from, several: 'ask' })
    setSessionCookie(reply, config, { token, seconds: SESSION_SECONDS })
    return database.withTenant(caller.tenantId, (tx) => currentSession(tx, caller, at))
  })
  serve(readSession, ({ caller, at, transact }) => transact((tx) => currentSession(tx, caller, at)))
  serve(closeSession, async ({ request, reply }) => {
    if (cookieToken(request, config)) refuseCrossSite(request)
    await signOut(database, [cookieToken(request, config), bearerToken(request)])
    clearSessionCookie(reply, config)
    return { signedOut: true as const }
  })
}

/** Clients of the API: the token travels in `Authorization: Bearer`. */
export function serveClients(serve: Serve, context: AppContext): void {
  serve(login, async ({ body, at, actor, request }) => {
    const from = { ip: request.ip, origin: { ip: actor.ip, device: actor.device }, at }
    const { token, expiresAt, caller } = await signIn(context, { ...body, ...from, several: 'oldest' })
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
