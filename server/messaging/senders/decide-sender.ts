import { audit } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import {
  lockSender,
  saveDecision,
  selectToTell,
  senderStates,
  type SenderState,
  selectAddress,
  selectSender,
  type SenderRecord,
} from './sender-store.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../platform/jobs/index.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'

type Decision = { decision: 'approve' | 'processing' } | { decision: 'refuse'; reason: string }

export type Deciding = { tenantId: TenantId; senderId: string; decided: Decision; actor: Actor; at: Date }

/** What was decided about, how it stood before and stands now. */
export type Decided = { mask: string; churchName: string; before: SenderState; after: Exclude<SenderState, 'pending'> }

const stateOf = { approve: 'approved', processing: 'processing', refuse: 'refused' } as const

/**
 * An operator decides about a church's sender ID, or decides anew: networks change their minds. The church reads it in
 * its log and by mail. Deciding the same again changes nothing and tells nobody. Runs in an operator's transaction inside
 * the church (`withOperator({ operatorId, tenantId })`). Throws `not_found`.
 */
export async function decideSender(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { tenantId, senderId, decided, actor, at }: Deciding,
): Promise<Decided & { isNew: boolean }> {
  const sender = await lockSender(tx, tenantId, senderId)
  if (!sender) throw new ApiError('not_found')
  const { mask, churchName, refusedReason } = sender
  const before = senderStates[sender.status] ?? 'pending'
  const after = stateOf[decided.decision]
  const reason = decided.decision === 'refuse' ? decided.reason : null
  const isNew = before !== after || refusedReason !== reason
  if (!isNew) return { mask, churchName, before, after, isNew }
  const status = senderStates.indexOf(after)
  await saveDecision(tx, { tenantId, id: senderId }, { status, reason, decidedBy: actor.id, at })
  if (after !== 'processing') {
    const details = reason === null ? { mask } : { mask, reason }
    await audit(tx, tenantId, actor, { act: `sender.${after}`, subjectId: senderId, details, at })
    for (const accountId of await selectToTell(tx, tenantId, senderId))
      await enqueue(tx, tellOfSenderJob, { tenantId, senderId, accountId, state: after })
  }
  return { mask, churchName, before, after, isNew }
}

/** Mails one account what was decided about a sender ID. */
export const tellOfSenderJob = defineJob({
  name: 'messaging.tell-of-sender',
  payload: z.object({
    tenantId: z.uuid(),
    senderId: z.uuid(),
    accountId: z.uuid(),
    state: z.enum(['approved', 'refused']),
  }),
})

type SenderNotification = { tenantId: string; senderId: string; accountId: string; state: 'approved' | 'refused' }

/** Says nothing when it was decided anew meanwhile: that decision has a mail of its own. */
export async function tellOfSender(
  { database, config, sendMail }: Pick<AppContext, 'database' | 'config' | 'sendMail'>,
  { tenantId, senderId, accountId, state }: SenderNotification,
): Promise<void> {
  const found = await database.withTenant(tenantId, async (tx) => ({
    sender: await selectSender(tx, tenantId, senderId),
    address: await selectAddress(tx, tenantId, accountId),
  }))
  const { sender, address } = found
  if (!sender || !address || senderStates[sender.status] !== state) return
  await sendMail(senderMail(sender, { to: address, state, page: `${config.publicUrl}/tenant/sms/compose` }))
}

function senderMail(
  { mask, churchName, refusedReason }: SenderRecord,
  { to, state, page }: { to: string; state: 'approved' | 'refused'; page: string },
): Mail {
  if (state === 'approved')
    return renderEmail({
      to,
      subject: 'Sender id is approved!',
      paragraphs: [`${mask} is approved for ${churchName}.`, 'You can use it for your next messages.'],
      button: { title: 'Write a message', link: page },
    })
  return renderEmail({
    to,
    subject: `Sender ID ${mask} was not approved`,
    paragraphs: [`${mask} was not approved for ${churchName}.`, ...(refusedReason ? [refusedReason] : [])],
    closing: 'You can request another one.',
  })
}
