import { z } from 'zod/mini'
import type { FailedReason } from '#contract/messaging/drafts.ts'
import { staffWith } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { defineJob, type Enqueue } from '../../platform/jobs/index.ts'
import { renderEmail } from '../../platform/mail/index.ts'
import { selectChurch } from './due-store.ts'
import type { DraftChannel } from './draft-store.ts'
import { selectListed } from './list-store.ts'

/** Mails one account that a scheduled message did not go. */
export const tellOfFailedJob = defineJob({
  name: 'messaging.tell-of-failed-schedule',
  payload: z.object({ tenantId: z.uuid(), draftId: z.uuid(), accountId: z.uuid() }),
})

/** Tells its author, while they may send messages, else every owner. */
export async function tellOfFailed(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, draftId, authorId }: { tenantId: string; draftId: string; authorId: string },
): Promise<void> {
  const authors = (await staffWith(tx, 'messages.send')).filter(({ accountId }) => accountId === authorId)
  const told = authors.length > 0 ? authors : await staffWith(tx, 'church.manage')
  for (const { accountId } of told) await enqueue(tx, tellOfFailedJob, { tenantId, draftId, accountId })
}

/** In the words of a mail: why, and what helps. */
const sentences: Record<FailedReason, string> = {
  missed: 'Our service was down for more than a day. By then the message might have been out of date.',
  gate_shut:
    'The subscription had expired, or the church had more people than its plan allows. Renew it or choose a larger plan, then send it.',
  not_enough_units: 'There were not enough SMS units. Buy units, then send it.',
  sender_not_approved: 'Its sender ID is no longer approved. Choose another one, then send it.',
  no_recipients: 'There was nobody to send it to. Choose other recipients, then send it.',
  too_many_recipients: 'A message goes to 100,000 people at most. Choose fewer, then send it.',
  invalid: 'Its text or its recipients were refused. Please check them, then send it.',
}

type Telling = { tenantId: string; draftId: string; accountId: string }

/** What it was, and the list it stands on. */
const channels: Record<DraftChannel, readonly [string, string]> = {
  sms: ['SMS', '/tenant/sms/scheduled'],
  email: ['email', '/tenant/email/schedules'],
  push: ['notification', '/tenant/push-notification/schedules'],
}

/** Says nothing where it was sent, changed or deleted meanwhile, or to somebody who has left the staff. */
export async function mailOfFailed(
  { database, sendMail, config }: Pick<AppContext, 'database' | 'sendMail' | 'config'>,
  { tenantId, draftId, accountId }: Telling,
): Promise<void> {
  const found = await database.withTenant(tenantId, async (tx) => ({
    draft: await selectListed(tx, draftId),
    church: await selectChurch(tx),
    reader: (await staffWith(tx, 'messages.send')).find((member) => member.accountId === accountId),
  }))
  const { draft, church, reader } = found
  if (draft?.state !== 'failed' || !draft.reason || !draft.goesAt || !church || !reader) return
  const time = wallTime(church.timeZone, draft.goesAt).replace('T', ' ').slice(0, 16)
  const [word, list] = channels[draft.channel]
  await sendMail(
    renderEmail({
      to: reader.email,
      subject: `Your scheduled ${word} was not sent`,
      paragraphs: [
        `Hello ${reader.firstName},`,
        `The ${word} that ${church.name} scheduled for ${time} was not sent.`,
        sentences[draft.reason],
      ],
      button: { title: 'Open scheduled messages', link: `${config.publicUrl}${list}` },
      closing: 'Nothing was charged for it.',
    }),
  )
}
