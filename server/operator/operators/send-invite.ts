import { z } from 'zod/mini'
import { hashToken, newToken } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { inviteMail, type InviteLink } from './invite-mail.ts'
import { renewInvite } from './operator-store.ts'

const INVITED_MS = 7 * 24 * 60 * 60 * 1000

/** Mails an invited operator the link. The token is made by the job and never stands in a payload. */
export const sendInviteJob = defineJob({
  name: 'operator.send-invite',
  payload: z.object({ operatorId: z.uuid() }),
})

/** Done again after a failure it makes another token, and the one of the mail before is dead. */
export async function sendInvite(context: AppContext, { operatorId }: { operatorId: string }): Promise<void> {
  const made = await context.database.withOperator({ operatorId }, (tx) =>
    makeInviteLink(tx, context.config.publicUrl, { operatorId, at: context.clock.now() }),
  )
  if (made) await context.sendMail(inviteMail(made))
}

/** A link that is good for seven days; null when the operator has come meanwhile, or was removed. */
export async function makeInviteLink(
  tx: Tx,
  publicUrl: string,
  { operatorId, at }: { operatorId: string; at: Date },
): Promise<InviteLink | null> {
  const token = newToken()
  const until = new Date(at.getTime() + INVITED_MS)
  const invited = await renewInvite(tx, operatorId, { tokenHash: hashToken(token), until })
  // Behind the #, so that no server and no proxy ever writes the token down.
  return invited && { ...invited, link: `${publicUrl}/operator/invitation#token=${token}` }
}
