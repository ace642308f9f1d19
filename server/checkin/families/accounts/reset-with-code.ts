import { timingSafeEqual } from 'node:crypto'
import {
  accountAttempts,
  audit,
  emailKey,
  forgiveSignIn,
  hashPassword,
  isWeakPassword,
  networkOf,
  takeAttempts,
  type Attempt,
} from '../../../identity/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { ApiError, type Actor } from '../../../platform/http/index.ts'
import {
  findActing,
  hasGuardianAccount,
  findGuardianAccounts,
  lockGuardianAccount,
  lockSignUps,
  saveGuardianPassword,
  selectChurch,
  selectGuardianCountries,
} from './account-store.ts'
import { createGuardian } from './sign-up-guardian.ts'
import type { Origin } from './guardian-session.ts'
import { lookupOf, namesOf, type Lookup } from './read-address.ts'
import { endGuardianSessionsOf, countWrong, deleteCode, lockCodes, lockGuardian } from './session-store.ts'
import { CODE_TRIES, hashCode } from './reset-code.ts'

/** A refusal takes this long, so that its time does not tell whether a code was sent to anybody. */
const REFUSAL_MS = 250

type CodeReset = {
  /** E-mail or phone, as it was typed. */
  userName: string
  tenantId?: string | undefined
  code: string
  password: string
  ip: string
  origin: Origin
  at: Date
}

type Doors = Pick<AppContext, 'database' | 'config' | 'startPad'>
type ResetGuardian = { personId: string; tenantId: string }
type Trial = CodeReset & {
  tenantId: string
  lookup: Lookup
  attempts: Attempt[]
  passwordHash: string
  secretKey: string
}

/**
 * Sets the password with the code that was sent to this address, and ends every session of the guardian; who had no account
 * has one then. The code works once and bears five wrong tries. Throws `weak_password` (the code still works),
 * `wrong_code`, `too_many_tries`.
 */
export async function resetWithCode({ database, config, startPad }: Doors, reset: CodeReset): Promise<ResetGuardian> {
  const { userName, tenantId, password, ip, at } = reset
  const pad = startPad(REFUSAL_MS)
  if (isWeakPassword(password, [userName])) throw new ApiError('weak_password')
  const church = tenantId === undefined ? null : await database.withTenant(tenantId, selectChurch)
  const { lookup, churches, attempts } = await database.withoutTenant(async (tx) => {
    const lookup = lookupOf(userName, church ? [church.isoCode] : await selectGuardianCountries(tx))
    const names = namesOf(lookup, userName)
    const network = { kind: 'guardianCodeTryAddress', who: networkOf(ip) } as const
    await takeAttempts(tx, [...names.map((who) => ({ kind: 'guardianCodeTry', who }) as const), network], at)
    const attempts = names.flatMap((who) => accountAttempts('guardian', { who, ip }))
    const accounts = tenantId === undefined ? await findGuardianAccounts(tx, lookup) : []
    return { lookup, attempts, churches: accounts.map((account) => account.tenantId) }
  })
  const passwordHash = await hashPassword(password)
  const trial = { ...reset, lookup, attempts, passwordHash, secretKey: config.secretKey }
  for (const id of church ? [church.tenantId] : new Set(churches)) {
    const set = await database.withTenant(id, (tx) => tryCode(tx, { ...trial, tenantId: id }))
    if (set) return set
  }
  await pad()
  throw new ApiError('wrong_code')
}

/** Null when the code is wrong: that is counted, so nothing may be thrown here. */
async function tryCode(tx: Tx, trial: Trial): Promise<ResetGuardian | null> {
  const { tenantId, lookup, code, secretKey, at } = trial
  const addresses = lookup.emailKey === null ? lookup.phones : [lookup.emailKey]
  for (const { personId, codeHash, wrong } of await lockCodes(tx, { addresses, at })) {
    if (wrong >= CODE_TRIES) continue
    if (!timingSafeEqual(hashCode(code.replaceAll(/\s/g, ''), { tenantId, personId, secretKey }), codeHash))
      await countWrong(tx, personId)
    else {
      const set = await setPassword(tx, trial, personId)
      if (set) return { personId: set, tenantId }
    }
  }
  return null
}

/**
 * Answers as whom the guardian signs in from now on. Null when the person was archived meanwhile, or somebody else signs in
 * by the address by now.
 */
async function setPassword(tx: Tx, trial: Trial, personId: string): Promise<string | null> {
  const { tenantId, attempts, origin, at } = trial
  const person = await lockGuardian(tx, personId)
  const setFor = person && (await writePassword(tx, trial, { ...person, personId }))
  if (!setFor) return null
  await deleteCode(tx, personId)
  for (const attempt of attempts) await forgiveSignIn(tx, [attempt])
  const actor: Actor = { kind: 'guardian', id: setFor, name: person.email ?? person.phone ?? 'guardian', ...origin }
  await audit(tx, tenantId, actor, { act: 'account.password_changed', subjectId: setFor, at })
  return setFor
}

async function writePassword(tx: Tx, trial: Trial, person: Person & { isArchived: boolean }): Promise<string | null> {
  const { personId, isArchived } = person
  const account = await lockGuardianAccount(tx, personId)
  if (!account) return !isArchived && (await openAccount(tx, trial, person)) ? personId : null
  const acting = await findActing(tx, personId)
  if (!acting) return null
  await saveGuardianPassword(tx, { ...account, passwordHash: trial.passwordHash, at: trial.at })
  await endGuardianSessionsOf(tx, acting.accountId)
  return acting.personId
}

type Person = { personId: string; email: string | null; phone: string | null }

async function openAccount(tx: Tx, { tenantId, lookup, passwordHash, at }: Trial, person: Person): Promise<boolean> {
  const address = addressOf(person, lookup)
  if (!address) return false
  await lockSignUps(tx, tenantId, lookup.emailKey ?? address.phone ?? '')
  if (await hasGuardianAccount(tx, { emailKey: lookup.emailKey, phone: address.phone })) return false
  await createGuardian(tx, tenantId, { personId: person.personId, ...address, passwordHash, isProved: true }, at)
  return true
}

/** The address that the code went to, as the church has it; null: the church has another one by now. */
function addressOf({ email, phone }: Person, lookup: Lookup): Pick<Person, 'email' | 'phone'> | null {
  if (lookup.emailKey !== null) return email && emailKey(email) === lookup.emailKey ? { email, phone: null } : null
  return phone && lookup.phones.includes(phone) ? { email: null, phone } : null
}
