import {
  audit,
  gateOf,
  hashPassword,
  isWeakPassword,
  neighboursOf,
  networkOf,
  takeGuess,
  takeGuesses,
} from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { hasGuardianAccount, lockSignUps } from './account-store.ts'
import { selectChurch, type ChurchRecord } from './church-store.ts'
import { makeFamily, type Newcomer } from './make-family.ts'
import { actorOf, openGuardianSession, type Origin, type SignedInGuardian } from './open-guardian-session.ts'
import { readAddress, type Address } from './read-address.ts'
import { signInGuardian } from './sign-in-guardian.ts'

export type GuardianSignUp = {
  tenantId: string
  firstName: string
  lastName: string
  /** E-mail or phone, as it was typed, and the field in which it was. */
  userName: string
  field: string
  familyRole: Newcomer['familyRole']
  password: string
  ip: string
  origin: Origin
  at: Date
  previousToken?: string | undefined
}

type Doors = Pick<House, 'database'>
type Ready = { church: ChurchRecord; address: Address; passwordHash: string }

/**
 * Makes a person, a family and an account, and signs the guardian in. Who is known already by this address and shows the
 * right password is signed in instead: pressing again makes one family, also at the same moment. Throws `not_found` for an
 * unknown church, `invalid_input`, `weak_password`, `wrong_credentials`, what the church's gate says, `too_many_tries`.
 */
export async function signUpGuardian(doors: Doors, signUp: GuardianSignUp): Promise<SignedInGuardian> {
  const { database } = doors
  const church = await database.withTenant(signUp.tenantId, selectChurch)
  if (!church) throw new ApiError('not_found')
  const address = readAddress(signUp.userName, church.isoCode)
  if (!address)
    throw new ApiError('invalid_input', { fields: { [signUp.field]: 'Enter a valid email or phone number.' } })
  if (isWeakPassword(signUp.password, knownOf(signUp, church, address))) throw new ApiError('weak_password')
  await database.withoutTenant((tx) => limitSignUps(tx, signUp, address))
  const passwordHash = await hashPassword(signUp.password)
  const made = await database.withTenant(church.tenantId, (tx) => make(tx, signUp, { church, address, passwordHash }))
  return made ?? signInGuardian(doors, { ...signUp, several: 'oldest' })
}

/**
 * Whoever fills a church with made-up families runs into the limit of their own network first. Then they use up what the busy
 * networks of the church share; a parent at home, whose network has brought few that day, is not asked about that.
 */
async function limitSignUps(tx: Tx, { tenantId, ip, at }: GuardianSignUp, address: Address): Promise<void> {
  const network = `${tenantId} ${networkOf(ip)}`
  const isBusy = (await takeGuess(tx, { kind: 'guardianSignUpFew', who: network }, at)) > 0
  await takeGuesses(
    tx,
    [
      { kind: 'guardianSignUp', who: `${tenantId} ${address.emailKey ?? address.phone}` },
      { kind: 'guardianSignUpAddress', who: networkOf(ip) },
      { kind: 'guardianSignUpNetwork', who: network },
      { kind: 'guardianSignUpNeighbours', who: `${tenantId} ${neighboursOf(ip)}` },
      ...(isBusy ? [{ kind: 'guardianSignUpMany' as const, who: tenantId }] : []),
      { kind: 'guardianSignUpChurch', who: tenantId },
    ],
    at,
  )
}

const knownOf = ({ firstName, lastName }: GuardianSignUp, church: ChurchRecord, address: Address): string[] => [
  firstName,
  lastName,
  `${firstName} ${lastName}`,
  church.name,
  address.email ?? address.phone ?? '',
]

/** Null when somebody of the church signs in by this address already. */
async function make(tx: Tx, signUp: GuardianSignUp, ready: Ready): Promise<SignedInGuardian | null> {
  const { church, address, passwordHash } = ready
  const { tenantId, isoCode, timeZone } = church
  const { origin, at } = signUp
  await lockSignUps(tx, tenantId, address.emailKey ?? address.phone ?? '')
  if (await hasGuardianAccount(tx, address)) return null
  refuseAtGate(church, at)
  const account = await makeFamily(
    tx,
    { tenantId, isoCode, timeZone, origin, at },
    { ...signUp, address, passwordHash },
  )
  const signedIn = await openGuardianSession(tx, { ...signUp, account: { tenantId, ...account, passwordHash } })
  if (!signedIn) throw new Error('A new guardian could not be signed in')
  await audit(tx, tenantId, actorOf(signedIn.guardian, origin), {
    act: 'account.signed_in',
    subjectId: account.personId,
    details: { method: 'password' },
    at,
  })
  return signedIn
}

function refuseAtGate(church: ChurchRecord, at: Date): void {
  const { gate } = gateOf(church, at)
  if (gate === 'expired') throw new ApiError('subscription_expired')
  if (gate === 'over_capacity') throw new ApiError('member_capacity_exceeded')
}
