import { z } from 'zod/mini'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { confirmedAct } from '../changes/ask-for-second.ts'
import { withdrawChangesOf } from '../changes/change-store.ts'
import { noteOperatorAct } from '../log/note-operator-act.ts'
import { forgetFactor } from '../second-factor/factor-store.ts'
import { endSessionsOfOperator } from '../sessions/operator-session-store.ts'
import { markRemoved, removeInviteesOf, selectMember } from './operator-store.ts'

const whom = z.object({ id: z.uuid() })

/** Another operator, as what is asked for names them; throws `not_found`. */
async function lookAt(tx: Tx, id: string) {
  const member = await selectMember(tx, id)
  if (!member) throw new ApiError('not_found')
  return { subject: id, details: { name: member.name, email: member.email }, before: {}, after: {} }
}

/**
 * Removes another operator, ends their sessions, and withdraws their invitations and what they asked for. Of two who remove
 * each other one remains: what was asked for by somebody who is gone is asked for by nobody.
 */
export const removeOperator = confirmedAct({
  kind: 'operator_remove',
  shape: whom,
  look: (tx, { id }) => lookAt(tx, id),
  apply: async (tx, _house, { wanted: { id }, change, actor, at }) => {
    await remove(tx, { id, actor, why: { reason: change.reason, askedBy: change.askedBy.name }, at })
  },
})

/** Withdraws the invitation of somebody who has not come: it gives nobody anything, so one operator may. */
export async function withdrawInvite(
  tx: Tx,
  invited: { id: string; actor: Actor; reason: string; at: Date },
): Promise<void> {
  await remove(tx, { ...invited, why: { reason: invited.reason } })
}

type Removal = { id: string; actor: Actor; why: Record<string, string>; at: Date }

async function remove(tx: Tx, { id, actor, why, at }: Removal): Promise<void> {
  const removed = await markRemoved(tx, id, at)
  if (!removed) throw new ApiError('not_found')
  await endSessionsOfOperator(tx, id)
  await removeInviteesOf(tx, id, at)
  await withdrawChangesOf(tx, id, at)
  await noteOperatorAct(tx, actor, { act: 'operator.removed', subjectId: id, details: { ...removed, ...why }, at })
}

/** Who has lost app and recovery codes sets up another factor at the next sign-in; whoever sits in a session now is out. */
export const resetFactor = confirmedAct({
  kind: 'operator_reset_factor',
  shape: whom,
  look: (tx, { id }) => lookAt(tx, id),
  apply: async (tx, _house, { wanted: { id }, looked, change, actor, at }) => {
    await forgetFactor(tx, id, { by: change.askedBy.id, at })
    await endSessionsOfOperator(tx, id)
    const details = { ...looked.details, reason: change.reason, askedBy: change.askedBy.name }
    await noteOperatorAct(tx, actor, { act: 'operator.second_factor_reset', subjectId: id, details, at })
  },
})
