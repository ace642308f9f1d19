import { setTimeout } from 'node:timers/promises'
import { ApiError } from '#server/platform/http/index.ts'
import type { Caller } from '#server/platform/http/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { emailKey } from '../email-key.ts'
import { forgiveSignIn, takeGuesses, type Guess } from '../guesses/guesses.ts'
import { networkOf } from '../guesses/network.ts'
import { verifyNothing, verifyPassword } from '../passwords/passwords.ts'
import { hashToken, newToken } from '../tokens.ts'
import { callerOf } from './identify.ts'
import { endSession, findAccounts, findSession, insertSession, type KnownAccount } from './session-store.ts'

export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** A refusal takes this long, so that its time does not tell in how many churches there is such an account. */
const REFUSAL_MS = 250

export type Credentials = {
  userName: string
  password: string
  /** Where the request came from. */
  ip: string
  at: Date
  /** The session that the same browser had until now; it ends. */
  previousToken?: string | undefined
}

export type SignedIn = { token: string; expiresAt: Date; caller: Caller }

/**
 * Opens a session. Throws `wrong_credentials`, the same whether the address is known or not, and `too_many_tries`, for
 * the right password too. Where one address has accounts in several churches, the oldest whose password this is.
 */
export async function signIn(database: Database, credentials: Credentials): Promise<SignedIn> {
  const { userName, password, ip, at } = credentials
  const evenly = setTimeout(REFUSAL_MS, undefined, { ref: false })
  const key = emailKey(userName)
  const guesses: [Guess, Guess] = [
    { kind: 'signInAccount', who: key },
    { kind: 'signInAddress', who: networkOf(ip) },
  ]
  // Counted and committed before the password is compared, so that tries at the same moment all count.
  const accounts = await database.withoutTenant(async (tx) => {
    await takeGuesses(tx, guesses, at)
    return findAccounts(tx, key)
  })
  const account = await findMatch(accounts, password)
  const signedIn = account && (await openSession(database, { account, guesses, credentials }))
  if (signedIn) return signedIn
  await evenly
  throw new ApiError('wrong_credentials')
}

async function findMatch(accounts: KnownAccount[], password: string): Promise<KnownAccount | null> {
  if (accounts.length === 0) await verifyNothing(password)
  for (const account of accounts) if (await verifyPassword(password, account.passwordHash)) return account
  return null
}

type Opening = { account: KnownAccount; guesses: [Guess, Guess]; credentials: Credentials }

/** Null when the password was changed in the meantime. */
function openSession(database: Database, { account, guesses, credentials }: Opening): Promise<SignedIn | null> {
  const { at, previousToken } = credentials
  const token = newToken()
  const tokenHash = hashToken(token)
  const expiresAt = new Date(at.getTime() + SESSION_SECONDS * 1000)
  return database.withTenant(account.tenantId, async (tx) => {
    if (!(await insertSession(tx, { ...account, tokenHash, at, expiresAt }))) return null
    if (previousToken) await endSession(tx, hashToken(previousToken))
    await forgiveSignIn(tx, guesses)
    const row = await findSession(tx, tokenHash, at)
    return row && { token, expiresAt, caller: callerOf(row, at) }
  })
}
