import {
  accountAttempts,
  audit,
  findMatches,
  forgiveSignIn,
  networkOf,
  returnAttempts,
  takeAttempts,
  type Attempt,
} from '../../../identity/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { ApiError } from '../../../platform/http/index.ts'
import {
  findActing,
  findGuardianAccounts,
  selectGuardianAccounts,
  type KnownGuardian,
  selectChurch,
  selectGuardianCountries,
} from './account-store.ts'
import { actorOf, openGuardianSession, type Origin, type SignedInGuardian } from './guardian-session.ts'
import { lookupOf, namesOf } from './read-address.ts'

/** A refusal takes this long, so that its time does not tell in how many churches there is such an account. */
const REFUSAL_MS = 250

type GuardianCredentials = {
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

type Trying = { credentials: GuardianCredentials; attempts: Attempt[] }

/**
 * Opens a session of a guardian. Throws `wrong_credentials`, the same whether the address is known or not, and
 * `too_many_tries`, for the right password too. Only after the right password: `choose_church`.
 */
export async function signInGuardian(
  { database, startPad }: Pick<AppContext, 'database' | 'startPad'>,
  credentials: GuardianCredentials,
): Promise<SignedInGuardian> {
  const pad = startPad(REFUSAL_MS)
  const { accounts, attempts } = await countAndFind(database, credentials)
  const matches = await activeOf(database, await findMatches(accounts, credentials.password))
  const account = await choose(database, matches, { credentials, attempts })
  const signedIn = account && (await enter(database, account, { credentials, attempts }))
  if (signedIn) return signedIn
  await pad()
  throw new ApiError('wrong_credentials')
}

/** Counted and committed before the password is compared, so that tries at the same moment all count. */
async function countAndFind(
  database: Database,
  { userName, tenantId, ip, at }: GuardianCredentials,
): Promise<{ accounts: KnownGuardian[]; attempts: Attempt[] }> {
  const church = tenantId === undefined ? null : await database.withTenant(tenantId, selectChurch)
  const { lookup, attempts } = await database.withoutTenant(async (tx) => {
    const lookup = lookupOf(userName, church ? [church.isoCode] : await selectGuardianCountries(tx))
    const attempts: Attempt[] = [
      ...namesOf(lookup, userName).flatMap((who) => accountAttempts('guardian', { who, ip })),
      { kind: 'guardianSignInAddress', who: networkOf(ip) },
      ...(church ? [{ kind: 'guardianSignInChurch', who: church.tenantId } as const] : []),
    ]
    await takeAttempts(tx, attempts, at)
    return { lookup, attempts }
  })
  if (tenantId === undefined)
    return { attempts, accounts: await database.withoutTenant((tx) => findGuardianAccounts(tx, lookup)) }
  return { attempts, accounts: await database.withTenant(tenantId, (tx) => selectGuardianAccounts(tx, lookup)) }
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
  { credentials, attempts }: Trying,
): Promise<KnownGuardian | null> {
  const [oldest = null, ...others] = matches
  if (others.length === 0 || credentials.several === 'oldest') return oldest
  // The password was right: whoever signs in in two steps counts once.
  await database.withoutTenant((tx) => returnAttempts(tx, attempts))
  const fields = Object.fromEntries(matches.map((account) => [account.tenantId, account.churchName]))
  throw new ApiError('choose_church', { fields })
}

/** Null when the password was changed in the meantime. */
function enter(
  database: Database,
  account: KnownGuardian,
  { credentials, attempts }: Trying,
): Promise<SignedInGuardian | null> {
  const { tenantId, personId } = account
  const { origin, at } = credentials
  return database.withTenant(tenantId, async (tx) => {
    const signedIn = await openGuardianSession(tx, { ...credentials, account })
    if (!signedIn) return null
    await forgiveSignIn(tx, attempts)
    const entry = { act: 'account.signed_in', subjectId: personId, details: { method: 'password' }, at } as const
    await audit(tx, tenantId, actorOf(signedIn.guardian, origin), entry)
    return signedIn
  })
}
