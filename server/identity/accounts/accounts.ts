import { ApiError } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { emailKey, verifyPassword, verifyNothing } from '../credentials/index.ts'
import { insertAccount, type NewStaff, findOwnAccount, type OwnAccount, findColleague } from './account-store.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { returnAttempts, takeAttempts, type Attempt } from '../rate-limits/index.ts'
import { type AccountId, abilitiesOf } from '../sessions/index.ts'
import type { Ability } from '#contract/abilities.ts'

/** Gives a person an account; answers its id. An address has one account in a church. */
export async function createStaff(tx: Tx, staff: NewStaff, at: Date): Promise<string> {
  const id = await insertAccount(tx, { ...staff, emailKey: emailKey(staff.email), at })
  if (!id) throw new ApiError('invalid_input', { fields: { email: 'Someone already signs in with this email.' } })
  return id
}

/**
 * Asks somebody who is signed in for the password again: a device that was left lying about is not enough. Throws
 * `wrong_credentials` and, after too many wrong ones, `too_many_tries`.
 */
export async function confirmPassword(
  { database }: Pick<AppContext, 'database'>,
  { tenantId, accountId }: AccountId,
  { password, at }: { password: string; at: Date },
): Promise<OwnAccount> {
  const attempts: Attempt[] = [{ kind: 'ownPassword', who: accountId }]
  const account = await database.withTenant(tenantId, async (tx) => {
    await takeAttempts(tx, attempts, at)
    return findOwnAccount(tx, { tenantId, accountId })
  })
  if (!account || !(await verifyPassword(password, account.passwordHash))) throw new ApiError('wrong_credentials')
  await database.withoutTenant((tx) => returnAttempts(tx, attempts))
  return account
}

type Confirming = { userName: string; password: string; ability: Ability; at: Date }

/**
 * Another member of the staff stands beside the one who is signed in and types their own password: answers their account.
 * Null, whatever is wrong: no such account in this church, another password, the same account, or not that ability. Throws
 * `too_many_tries`. Takes as long for an address that nobody has.
 */
export async function confirmColleague(
  { database }: Pick<AppContext, 'database'>,
  { tenantId, accountId }: AccountId,
  { userName, password, ability, at }: Confirming,
): Promise<string | null> {
  const key = emailKey(userName)
  const attempts: Attempt[] = [
    { kind: 'secondPersonBy', who: accountId },
    { kind: 'secondPersonOf', who: `${tenantId} ${key}` },
  ]
  // Counted and committed before the password is compared, so that tries at the same moment all count.
  const colleague = await database.withTenant(tenantId, async (tx) => {
    await takeAttempts(tx, attempts, at)
    return findColleague(tx, key)
  })
  if (!colleague) await verifyNothing(password)
  else if (await verifyPassword(password, colleague.passwordHash)) {
    await database.withoutTenant((tx) => returnAttempts(tx, attempts))
    const isOther = colleague.accountId !== accountId
    return isOther && abilitiesOf(colleague.roles).has(ability) ? colleague.accountId : null
  }
  return null
}
