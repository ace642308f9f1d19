import type { Ability } from '#contract/identity/abilities.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { emailKey } from '../email-key.ts'
import { returnAttempts, takeAttempts, type Attempt } from '../rate-limits/rate-limits.ts'
import { verifyNothing, verifyPassword } from '../passwords/passwords.ts'
import { abilitiesOf } from '../roles.ts'
import type { AccountId } from '../sessions/session-store.ts'
import { findColleague } from './own-account-store.ts'

export type Confirming = { userName: string; password: string; ability: Ability; at: Date }

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
