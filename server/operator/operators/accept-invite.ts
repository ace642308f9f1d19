import {
  emailKey,
  forgiveSignIn,
  hashPassword,
  hashToken,
  isWeakPassword,
  looksLikeToken,
} from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { operatorGuesses } from '../sessions/desk-guesses.ts'
import { findInvite, spendInvite } from './operator-store.ts'

export type Acceptance = { token: string; password: string; actor: Actor; at: Date }

/**
 * Makes an invited operator one, with the token of the mail, which works once. Throws `invalid_token`, and
 * `weak_password`, after which the token still works.
 */
export async function acceptInvite(
  { database }: Pick<House, 'database'>,
  { token, password, actor, at }: Acceptance,
): Promise<{ email: string }> {
  if (!looksLikeToken(token)) throw new ApiError('invalid_token')
  const tokenHash = hashToken(token)
  const invited = await database.withoutTenant((tx) => findInvite(tx, tokenHash, at))
  if (!invited) throw new ApiError('invalid_token')
  const { id, name, email } = invited
  if (isWeakPassword(password, [email, ...name.split(' '), name])) throw new ApiError('weak_password')
  const passwordHash = await hashPassword(password)
  await database.withOperator({ operatorId: id }, async (tx) => {
    if (!(await spendInvite(tx, { tokenHash, passwordHash, at }))) throw new ApiError('invalid_token')
    await forgiveSignIn(tx, operatorGuesses({ emailKey: emailKey(email), ip: actor.ip ?? '' }))
    const joined: Actor = { ...actor, kind: 'operator', id, name: email }
    await noteAtDesk(tx, joined, { act: 'operator.joined', subjectId: id, details: {}, at })
  })
  return { email }
}
