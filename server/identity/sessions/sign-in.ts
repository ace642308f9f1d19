import { setTimeout } from 'node:timers/promises'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { emailKey } from '../email-key.ts'
import {
  accountAttempts,
  forgiveSignIn,
  returnAttempts,
  takeAttempts,
  type Attempt,
} from '../rate-limits/rate-limits.ts'
import { networkOf } from '../rate-limits/network.ts'
import { factorAttempts, passFactor } from '../second-factor/pass-factor.ts'
import { findMatches } from './find-matches.ts'
import { actorOf, openSession, type Origin, type SignedIn } from './open-session.ts'
import { findAccounts, type KnownAccount } from './session-store.ts'

/** A refusal takes this long, so that its time does not tell in how many churches there is such an account. */
const REFUSAL_MS = 250

export type Credentials = {
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

type Doors = Pick<AppContext, 'database' | 'config'>
type Trying = { credentials: Credentials; attempts: Attempt[] }

/**
 * Opens a session. Throws `wrong_credentials`, the same whether the address is known or not, and `too_many_tries`, for
 * the right password too. Only after the right password: `choose_church`, `second_factor_needed`, `wrong_second_factor`.
 */
export async function signIn(doors: Doors, credentials: Credentials): Promise<SignedIn> {
  const { userName, password, ip, at } = credentials
  const evenly = setTimeout(REFUSAL_MS, undefined, { ref: false })
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
  await evenly
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
