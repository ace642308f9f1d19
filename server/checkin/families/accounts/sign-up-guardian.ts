import {
  audit,
  gateOf,
  hashPassword,
  isWeakPassword,
  neighboursOf,
  networkOf,
  takeAttempt,
  takeAttempts,
  emailKey,
} from '../../../identity/index.ts'
import type { Tx, TenantId } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { ApiError, type Actor } from '../../../platform/http/index.ts'
import {
  hasGuardianAccount,
  lockSignUps,
  selectChurch,
  type ChurchRecord,
  insertGuardianAccount,
} from './account-store.ts'
import { actorOf, openGuardianSession, type Origin, type SignedInGuardian } from './guardian-session.ts'
import { readAddress, type Address } from './read-address.ts'
import { signInGuardian } from './sign-in-guardian.ts'
import { familyRoles } from '#contract/people/families.ts'
import { addFamily, addPersons, checkPerson, type Writer } from '../../../people/index.ts'
import { dayIn } from '../../../platform/runtime/index.ts'

type NewGuardian = {
  personId: string
  email: string | null
  /** E.164. */
  phone: string | null
  passwordHash: string
  /** A code that was sent to the address proved it. */
  isProved?: boolean
}

/** Lets a person sign in at the portal of their church; e-mail, phone or both. Answers the account's id. */
export async function createGuardian(
  tx: Tx,
  tenantId: TenantId,
  { email, isProved = false, ...guardian }: NewGuardian,
  at: Date,
): Promise<string> {
  const provedAt = isProved ? at : null
  return insertGuardianAccount(tx, tenantId, { ...guardian, email, emailKey: email && emailKey(email), provedAt }, at)
}

/** Who comes to the portal for the first time. */
type Newcomer = {
  firstName: string
  lastName: string
  familyRole: 1 | 2 | 6 | 7
  address: Address
  passwordHash: string
}

const genders: Readonly<Record<number, 'male' | 'female'>> = {
  [familyRoles.father]: 'male',
  [familyRoles.mother]: 'female',
}

/** A guardian with a family of their own, in the log as their own doing. Throws `invalid_input` for a name without letters. */
async function makeFamily(
  tx: Tx,
  place: Omit<Writer, 'actor'> & { origin: Origin },
  { firstName, lastName, familyRole, address, passwordHash }: Newcomer,
): Promise<{ accountId: string; personId: string }> {
  const { tenantId, timeZone, origin, at } = place
  const { email, phone } = address
  const person = checkPerson(
    {
      ...nothingElse,
      firstName,
      lastName,
      email,
      phone,
      gender: genders[familyRole] ?? null,
      joinedOn: dayIn(timeZone, at),
    },
    place,
  )
  const [personId = ''] = await addPersons(tx, tenantId, [{ ...person, confirmed: false }], at)
  const actor: Actor = { kind: 'guardian', id: personId, name: email ?? phone, ...origin }
  await audit(tx, tenantId, actor, { act: 'person.added', subjectId: personId, details: { groups: 0 }, at })
  const name = `${person.lastName || person.firstName} family`
  const members = [{ personId, role: familyRole }]
  await addFamily(tx, { ...place, actor }, { name, email, homePhone: null, address: null, members })
  const accountId = await createGuardian(tx, tenantId, { personId, email, phone, passwordHash }, at)
  return { accountId, personId }
}

const nothingElse = {
  kind: 'member',
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
} as const

type GuardianSignUp = {
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

type Doors = Pick<AppContext, 'database' | 'startPad'>
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
  const isBusy = (await takeAttempt(tx, { kind: 'guardianSignUpFew', who: network }, at)) > 0
  await takeAttempts(
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
