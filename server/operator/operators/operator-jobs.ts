import { z } from 'zod/mini'
import { hashToken, newToken } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { renewInvite, sweepOperatorSessions } from '../accounts/index.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { randomUUID } from 'node:crypto'
import { systemActor } from '../../platform/http/index.ts'
import { expireChanges } from '../changes/index.ts'
import { noteOperatorAct } from '../log/index.ts'

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

export type InviteLink = { name: string; email: string; link: string }

/** The mail with the link to become an operator. */
const inviteMail = ({ name, email, link }: InviteLink): Mail =>
  renderEmail({
    to: email,
    subject: 'Become an operator of Narthex',
    paragraphs: [
      `Hello ${name},`,
      'You have been invited to help run this Narthex installation: its churches, payments and sender IDs.',
      'Choose a password to get started. The link is valid for seven days and works once.',
    ],
    button: { title: 'Choose a password', link },
    closing: 'If you were not expecting this, ignore this email.',
  })

/** Removes operators' sessions that are over, and writes down what nobody confirmed in time. */
export const sweepOperatorsJob = defineJob({ name: 'operator.sweep-sessions', payload: z.object({}) })

export async function sweepOperators({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const at = clock.now()
  await database.withoutTenant((tx) => sweepOperatorSessions(tx, at))
  // Nobody in particular: it is over by itself.
  await database.withOperator({ operatorId: randomUUID() }, async (tx) => {
    for (const { id, kind } of await expireChanges(tx, at))
      await noteOperatorAct(tx, systemActor, { act: 'change.expired', subjectId: id, details: { kind }, at })
  })
}
