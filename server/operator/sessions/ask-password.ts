import { returnAttempts, takeAttempts, verifyPassword, type Attempt } from '#server/identity/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { ApiError, type OperatorCaller } from '#server/platform/http/index.ts'
import { lockOperator, type Guarded } from '../second-factor/factor-store.ts'

/**
 * Asks an operator who is signed in for the password again: a session that was left open or stolen is not enough. Counted
 * before it is compared, and apart from sign-in, so that strangers who try shut nobody out. Throws `wrong_credentials` and
 * `too_many_tries`; `not_signed_in` for one who was removed since the request began.
 */
export async function askPassword(
  database: Database,
  { operatorId }: Pick<OperatorCaller, 'operatorId'>,
  { password, at }: { password: string; at: Date },
): Promise<Guarded> {
  const attempts: Attempt[] = [{ kind: 'ownPassword', who: `operator\n${operatorId}` }]
  const own = await database.withOperator({ operatorId }, async (tx) => {
    await takeAttempts(tx, attempts, at)
    return lockOperator(tx, operatorId)
  })
  if (!own) throw new ApiError('not_signed_in')
  if (!(await verifyPassword(password, own.passwordHash))) throw new ApiError('wrong_credentials')
  await database.withoutTenant((tx) => returnAttempts(tx, attempts))
  return own
}
