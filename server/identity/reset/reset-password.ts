import { ApiError, type Actor } from '#server/platform/http/index.ts'
import type { House } from '#server/platform/house.ts'
import { audit } from '../audit/audit.ts'
import { accountGuesses, forgiveSignIn } from '../guesses/guesses.ts'
import type { Origin } from '../sessions/open-session.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { hashToken, looksLikeToken } from '../tokens.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { deleteResets, findReset, lockOwner, savePassword, spendReset, type Owner } from './reset-store.ts'
import { isWeakPassword } from '../passwords/weak-password.ts'

export type PasswordReset = { token: string; password: string; origin: Origin; at: Date }

/**
 * Sets the password with the token of the mail, which works once, and ends every session of the account. Throws
 * `invalid_token`, and `weak_password`, after which the token still works.
 */
export async function resetPassword(
  { database }: Pick<House, 'database'>,
  { token, password, origin, at }: PasswordReset,
): Promise<void> {
  if (!looksLikeToken(token)) throw new ApiError('invalid_token')
  const tokenHash = hashToken(token)
  const account = await database.withoutTenant((tx) => findReset(tx, tokenHash, at))
  if (!account) throw new ApiError('invalid_token')
  const owner = await database.withTenant(account.tenantId, (tx) => lockOwner(tx, account))
  if (!owner) throw new ApiError('invalid_token')
  refuseWeak(password, owner)
  const passwordHash = await hashPassword(password)
  await database.withTenant(account.tenantId, async (tx) => {
    await lockOwner(tx, account)
    if (!(await spendReset(tx, account, { tokenHash, at }))) throw new ApiError('invalid_token')
    await savePassword(tx, account, passwordHash)
    await deleteResets(tx, account)
    await endSessionsOf(tx, account)
    await forgiveSignIn(tx, accountGuesses('signIn', { who: owner.emailKey, ip: origin.ip ?? '' }))
    // Whoever holds the mailbox acts in the account's name.
    const actor: Actor = { kind: 'staff', id: account.accountId, name: owner.email, ...origin }
    const { personId: subjectId } = owner
    await audit(tx, account.tenantId, actor, {
      act: 'account.password_changed',
      subjectId,
      details: { byMail: true },
      at,
    })
  })
}

function refuseWeak(password: string, { email, firstName, lastName, churchName }: Owner): void {
  const known = [email, churchName, firstName, lastName, `${firstName} ${lastName}`]
  if (isWeakPassword(password, known)) throw new ApiError('weak_password')
}
