import type { House } from '#server/platform/house.ts'
import { ApiError, type Actor, type Caller } from '#server/platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { isWeakPassword } from '../passwords/weak-password.ts'
import { deleteResets } from '../reset/reset-store.ts'
import { endOtherSessionsOf } from '../sessions/session-store.ts'
import { confirmPassword } from './confirm-password.ts'
import { replacePassword, type OwnAccount } from './own-account-store.ts'

export type PasswordChange = { current: string; password: string; actor: Actor; at: Date }

/**
 * Changes the own password and ends every other session of the account. Throws `wrong_credentials`, `weak_password`,
 * `too_many_tries`.
 */
export async function changePassword(
  house: Pick<House, 'database'>,
  caller: Caller,
  { current, password, actor, at }: PasswordChange,
): Promise<void> {
  const account = await confirmPassword(house, caller, { password: current, at })
  if (isWeakPassword(password, knownOf(account))) throw new ApiError('weak_password')
  const newHash = await hashPassword(password)
  await house.database.withTenant(caller.tenantId, async (tx) => {
    if (!(await replacePassword(tx, account, newHash))) throw new ApiError('wrong_credentials')
    await deleteResets(tx, account)
    const sessionsEnded = await endOtherSessionsOf(tx, caller)
    await audit(tx, caller.tenantId, actor, {
      act: 'account.password_changed',
      subjectId: account.personId,
      details: { sessionsEnded },
      at,
    })
  })
}

const knownOf = ({ email, firstName, lastName, churchName }: OwnAccount): string[] => [
  email,
  churchName,
  firstName,
  lastName,
  `${firstName} ${lastName}`,
]
