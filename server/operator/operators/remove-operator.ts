import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { endSessionsOfOperator } from '../sessions/operator-session-store.ts'
import { isOperator, lockOperators, markRemoved, removeInviteesOf } from './operator-store.ts'

export type Removal = { id: string; operatorId: string; actor: Actor; at: Date }

/**
 * Removes another operator, ends their sessions and withdraws their invitations. Throws `not_found`, and `not_allowed` for oneself: two who remove
 * each other at the same moment come one after the other, and somebody always remains.
 */
export async function removeOperator(tx: Tx, { id, operatorId, actor, at }: Removal): Promise<void> {
  if (id === operatorId) throw new ApiError('not_allowed')
  await lockOperators(tx, [id, operatorId])
  if (!(await isOperator(tx, operatorId))) throw new ApiError('not_signed_in')
  const removed = await markRemoved(tx, id, at)
  if (!removed) throw new ApiError('not_found')
  await endSessionsOfOperator(tx, id)
  await removeInviteesOf(tx, id, at)
  await noteAtDesk(tx, actor, { act: 'operator.removed', subjectId: id, details: removed, at })
}
