import type { AppContext } from '../../platform/app-context.ts'
import { ApiError } from '../../platform/http/index.ts'
import { returnAttempts, takeAttempts, type Attempt } from '../rate-limits/rate-limits.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import type { AccountId } from '../sessions/session-store.ts'
import { findOwnAccount, type OwnAccount } from './own-account-store.ts'

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
