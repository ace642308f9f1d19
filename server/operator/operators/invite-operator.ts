import { emailKey } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { sendInviteJob } from './send-invite.ts'
import { insertInvitee, type OperatorRecord } from './operator-store.ts'

export type Invitation = { name: string; email: string; operatorId: string; actor: Actor; at: Date }

/**
 * Invites another operator by mail; again, it sends a new link and the one before is dead. Throws `email_taken` when an
 * operator signs in with the address.
 */
export async function inviteOperator(
  tx: Tx,
  { enqueue }: Pick<House, 'enqueue'>,
  { name, email, operatorId, actor, at }: Invitation,
): Promise<OperatorRecord> {
  const address = email.trim()
  const invitee = { name, email: address, emailKey: emailKey(address), invitedBy: operatorId, at }
  const invited = await insertInvitee(tx, invitee)
  if (!invited) throw new ApiError('email_taken')
  await enqueue(tx, sendInviteJob, { operatorId: invited.id })
  await noteAtDesk(tx, actor, { act: 'operator.invited', subjectId: invited.id, details: { name, email: address }, at })
  return invited
}
