import { z } from 'zod/mini'
import { email } from '#contract/identity/signup.ts'
import { emailKey } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { confirmedAct } from '../changes/ask-for-second.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { insertInvitee, isTaken, selectInvitee, type OperatorRecord } from './operator-store.ts'
import { sendInviteJob } from './send-invite.ts'

/**
 * Invites another operator by mail; again, it sends a new link and the one before is dead. Throws `email_taken` when an
 * operator signs in with the address.
 */
export const inviteOperator = confirmedAct({
  kind: 'operator_invite',
  shape: z.object({ name: z.string(), email }),
  look: async (tx, { name, email: address }) => {
    if (await isTaken(tx, emailKey(address))) throw new ApiError('email_taken')
    return { subject: emailKey(address), details: { name, email: address }, before: {}, after: {} }
  },
  apply: async (tx, { enqueue }, { wanted: { name, email: address }, change, actor, at }) => {
    const { reason, askedBy } = change
    const invitee = { name, email: address, emailKey: emailKey(address), invitedBy: askedBy.id, at }
    const invited = await insertInvitee(tx, invitee)
    if (!invited) throw new ApiError('email_taken')
    await enqueue(tx, sendInviteJob, { operatorId: invited.id })
    const details = { name, email: address, reason, askedBy: askedBy.name }
    await noteAtDesk(tx, actor, { act: 'operator.invited', subjectId: invited.id, details, at })
  },
})

/** A new link for somebody who was invited and has not come: to the same address, so nobody else is asked. */
export async function resendInvite(
  tx: Tx,
  { enqueue }: Pick<House, 'enqueue'>,
  { id, actor, at }: { id: string; actor: Actor; at: Date },
): Promise<OperatorRecord> {
  const invited = await selectInvitee(tx, id)
  if (!invited) throw new ApiError('not_found')
  await enqueue(tx, sendInviteJob, { operatorId: id })
  const details = { name: invited.name, email: invited.email }
  await noteAtDesk(tx, actor, { act: 'operator.invited', subjectId: id, details, at })
  return invited
}
