import { randomUUID } from 'node:crypto'
import { emailKey } from '../../identity/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { systemActor } from '../../platform/http/index.ts'
import { noteOperatorAct } from '../log/note-operator-act.ts'
import type { InviteLink } from './invite-mail.ts'
import { insertInvitee } from './operator-store.ts'
import { makeInviteLink } from './send-invite.ts'

export type HandInvitation = { name: string; email: string; publicUrl: string; at: Date }

/**
 * Invites an operator from the console, where nobody is signed in yet, and hands the one-time link over instead of
 * mailing it. Null when an operator signs in with the address already.
 */
export function inviteByHand(
  database: Database,
  { name, email, publicUrl, at }: HandInvitation,
): Promise<InviteLink | null> {
  return database.withOperator({ operatorId: randomUUID() }, async (tx) => {
    const invited = await insertInvitee(tx, { name, email, emailKey: emailKey(email), invitedBy: null, at })
    if (!invited) return null
    const details = { name, email, from: 'console' }
    await noteOperatorAct(tx, systemActor, { act: 'operator.invited', subjectId: invited.id, details, at })
    return makeInviteLink(tx, publicUrl, { operatorId: invited.id, at })
  })
}
