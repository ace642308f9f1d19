import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { selectAddress, selectSender, senderStates, type SenderRecord } from './sender-store.ts'

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
