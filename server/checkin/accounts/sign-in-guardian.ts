import { setTimeout } from 'node:timers/promises'
import {
  accountGuesses,
  audit,
  findMatches,
  forgiveSignIn,
  networkOf,
  returnGuesses,
  takeGuesses,
  type Guess,
} from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Database } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { findActing, findGuardianAccounts, selectGuardianAccounts, type KnownGuardian } from './account-store.ts'
import { selectChurch, selectGuardianCountries } from './church-store.ts'
import { actorOf, openGuardianSession, type Origin, type SignedInGuardian } from './open-guardian-session.ts'
import { lookupOf, namesOf } from './read-address.ts'

/** A refusal takes this long, so that its time does not tell in how many churches there is such an account. */
const REFUSAL_MS = 250

export type GuardianCredentials = {
  /** E-mail or phone, as it was typed. */
  userName: string
  password: string
  /** The church that is meant. */
  tenantId?: string | undefined
  /** Several churches and none is meant: `ask` throws `choose_church`, `oldest` takes the oldest account. */
  several: 'ask' | 'oldest'
  /** Where the request came from. */
  ip: string
  origin: Origin
  at: Date
  /** The session that the same browser had until now; it ends. */
  previousToken?: string | undefined
}

type Trying = { credentials: GuardianCredentials; guesses: Guess[] }

/**
 * Opens a session of a guardian. Throws `wrong_credentials`, the same whether the address is known or not, and
 * `too_many_tries`, for the right password too. Only after the right password: `choose_church`.
 */
export async function signInGuardian(
  { database }: Pick<House, 'database'>,
  credentials: GuardianCredentials,
): Promise<SignedInGuardian> {
  const evenly = setTimeout(REFUSAL_MS, undefined, { ref: false })
  const { accounts, guesses } = await countAndFind(database, credentials)
  const matches = await activeOf(database, await findMatches(accounts, credentials.password))
  const account = await choose(database, matches, { credentials, guesses })
  const signedIn = account && (await enter(database, account, { credentials, guesses }))
  if (signedIn) return signedIn
  await evenly
  throw new ApiError('wrong_credentials')
}

/** Counted and committed before the password is compared, so that tries at the same moment all count. */
async function countAndFind(
  database: Database,
  { userName, tenantId, ip, at }: GuardianCredentials,
): Promise<{ accounts: KnownGuardian[]; guesses: Guess[] }> {
  const church = tenantId === undefined ? null : await database.withTenant(tenantId, selectChurch)
  const { lookup, guesses } = await database.withoutTenant(async (tx) => {
    const lookup = lookupOf(userName, church ? [church.isoCode] : await selectGuardianCountries(tx))
    const guesses: Guess[] = [
      ...namesOf(lookup, userName).flatMap((who) => accountGuesses('guardian', { who, ip })),
      { kind: 'guardianSignInAddress', who: networkOf(ip) },
      ...(church ? [{ kind: 'guardianSignInChurch', who: church.tenantId } as const] : []),
    ]
    await takeGuesses(tx, guesses, at)
    return { lookup, guesses }
  })
  if (tenantId === undefined)
    return { guesses, accounts: await database.withoutTenant((tx) => findGuardianAccounts(tx, lookup)) }
  return { guesses, accounts: await database.withTenant(tenantId, (tx) => selectGuardianAccounts(tx, lookup)) }
}

/** As whom each of them signs in, without those of people whom their church has archived. */
async function activeOf(database: Database, matches: KnownGuardian[]): Promise<KnownGuardian[]> {
  const active: KnownGuardian[] = []
  for (const match of matches) {
    const acting = await database.withTenant(match.tenantId, (tx) => findActing(tx, match.personId))
    if (acting?.mayEnter) active.push({ ...match, ...acting })
  }
  return active
}

/** The account that is meant; null: none. */
async function choose(
  database: Database,
  matches: KnownGuardian[],
  { credentials, guesses }: Trying,
): Promise<KnownGuardian | null> {
  const [oldest = null, ...others] = matches
  if (others.length === 0 || credentials.several === 'oldest') return oldest
  // The password was right: whoever signs in in two steps counts once.
  await database.withoutTenant((tx) => returnGuesses(tx, guesses))
  const fields = Object.fromEntries(matches.map((account) => [account.tenantId, account.churchName]))
  throw new ApiError('choose_church', { fields })
}

/** Null when the password was changed in the meantime. */
function enter(
  database: Database,
  account: KnownGuardian,
  { credentials, guesses }: Trying,
): Promise<SignedInGuardian | null> {
  const { tenantId, personId } = account
  const { origin, at } = credentials
  return database.withTenant(tenantId, async (tx) => {
    const signedIn = await openGuardianSession(tx, { ...credentials, account })
    if (!signedIn) return null
    await forgiveSignIn(tx, guesses)
    const entry = { act: 'account.signed_in', subjectId: personId, details: { method: 'password' }, at } as const
    await audit(tx, tenantId, actorOf(signedIn.guardian, origin), entry)
    return signedIn
  })
}
