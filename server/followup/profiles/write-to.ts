import { z } from 'zod/mini'
import { audit } from '../../identity/index.ts'
import type { quoteWrittenSms as quoteCall } from '#contract/followup/existing-clients.ts'
import type { Answer } from '#contract/endpoint.ts'
import { quotePersonal, sendPersonal, type SmsSent } from '../../messaging/index.ts'
import { lockPerson, permitted } from '../../people/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { defineJob, type Enqueue } from '../../platform/jobs/index.ts'
import { renderEmail } from '../../platform/mail/index.ts'
import { holdCard, noteMessage, type Doer } from '../newcomers/index.ts'
import { selectWrittenMail } from './mail-store.ts'

type Writing = { doer: Doer & { by: string }; actor: Actor; isoCode: string }

/**
 * An SMS by the hand of somebody of the staff. Throws `not_found`, `archived`, `no_recipients` without a number, `stopped`
 * where they told us to stop, `sender_not_approved`, `not_enough_units`.
 */
export async function writeSms(
  tx: Tx,
  enqueue: Enqueue,
  { doer, actor, isoCode }: Writing,
  { personId, senderId, text }: { personId: string; senderId: string; text: string },
): Promise<SmsSent> {
  const { tenantId, by, at } = doer
  const { phone } = await lockPerson(tx, personId)
  await holdCard(tx, personId)
  if (phone === null) throw new ApiError('no_recipients')
  const message = { phone, text, ...(senderId === '' ? {} : { senderId }) }
  const { id, units } = await sendPersonal(tx, enqueue, { tenantId, accountId: by, isoCode, at }, message)
  await noteMessage(tx, doer, { personId, channel: 'sms', text, messageId: id })
  const details = { recipients: 1, units }
  await audit(tx, tenantId, actor, { act: 'message.sent', subjectId: id, details, at })
  const sent = { id, message: text, smsUnitsUsed: units, report: [{ status: 'queued' }] }
  return { status: true, message: 'Your sms has been sent successfully!', unitsUsed: units, sentMessageDTO: sent }
}

/** What an SMS to them would cost. Throws `not_found`, `archived`, `no_recipients` without a number. */
export async function quoteWritten(
  tx: Tx,
  church: { tenantId: string; isoCode: string },
  { personId, text }: { personId: string; text: string },
): Promise<Answer<typeof quoteCall>> {
  const { phone } = await lockPerson(tx, personId)
  await holdCard(tx, personId)
  if (phone === null) throw new ApiError('no_recipients')
  return quotePersonal(tx, church, { phone, text })
}

/** Mails what stands in a line of the log, to who it is about. */
export const sendWrittenMailJob = defineJob({
  name: 'followup.written-mail',
  payload: z.object({ tenantId: z.uuid(), entryId: z.uuid() }),
})

/** Subject and text are one in the log: the first line is the subject. */
const SUBJECT_END = '\n\n'

/** An email by the hand of somebody of the staff. Throws `not_found`, `archived`, `no_recipients` without an address, `stopped`. */
export async function writeEmail(
  tx: Tx,
  enqueue: Enqueue,
  { doer }: Pick<Writing, 'doer'>,
  { personId, subject, message }: { personId: string; subject: string; message: string },
): Promise<void> {
  const { email } = await lockPerson(tx, personId)
  await holdCard(tx, personId)
  if (email === null) throw new ApiError('no_recipients')
  const permits = await permitted(tx, { channel: 'email', addresses: [email], purpose: 'personal', at: doer.at })
  if (permits.length === 0) throw new ApiError('stopped')
  const text = `${subject.replaceAll(/\s+/g, ' ')}${SUBJECT_END}${message}`
  const { id } = await noteMessage(tx, doer, { personId, channel: 'email', text, messageId: null })
  await enqueue(tx, sendWrittenMailJob, { tenantId: doer.tenantId, entryId: id })
}

/** Nothing to who was archived, has another address or told us to stop since. */
export async function sendWrittenMail(
  { database, sendMail, clock }: AppContext,
  { tenantId, entryId }: { tenantId: string; entryId: string },
): Promise<void> {
  const written = await database.withTenant(tenantId, async (tx) => {
    const mail = await selectWrittenMail(tx, entryId)
    if (!mail) return null
    const permits = await permitted(tx, {
      channel: 'email',
      addresses: [mail.to],
      purpose: 'personal',
      at: clock.now(),
    })
    return permits.length > 0 ? mail : null
  })
  if (!written) return
  const [subject = '', ...text] = written.text.split(SUBJECT_END)
  const paragraphs = text.join(SUBJECT_END).split(/\n+/).filter(Boolean)
  const closing = `${written.byName}, ${written.churchName}`
  await sendMail(renderEmail({ to: written.to, language: 'en', subject, paragraphs, closing }))
}
