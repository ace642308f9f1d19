import * as calls from '#contract/messaging/emails.ts'
import { errors, type ErrorCode } from '#contract/errors.ts'
import type { z } from 'zod/mini'
import { audit, insertPicture, lastingAddress, prepareEmailPicture, takeAttempts } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, clientGone, type Call, type Caller, type Serve } from '../../platform/http/index.ts'
import { cancelCampaign, hideCampaigns, longListsInTurn } from '../campaigns/index.ts'
import { framed, picturesOf } from './email-pages.ts'
import { contentOf, emailDestinationOf } from './existing-shapes.ts'
import { insertEmailPicture } from './picture-store.ts'
import { exportRecipients } from './export-recipients.ts'
import { exportSent } from './export-sent.ts'
import { listRecipients, listSentEmails, readEmailMessage, readEmailPage, readSentEmail } from './sent-emails.ts'
import { emailAudience, quoteEmail, sendEmail, sendTestEmail, type EmailSender } from './send-email.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const senderOf = (
  { config }: AppContext,
  { caller, at }: { caller: Pick<Caller, 'tenantId' | 'accountId'>; at: Date },
): EmailSender => ({ tenantId: caller.tenantId, accountId: caller.accountId, config, at })

export function emailRoutes(serve: Serve, context: AppContext): void {
  const { enqueue } = context
  sentRoutes(serve, context)
  sentChangeRoutes(serve, context)
  pictureRoutes(serve, context)

  serve(calls.quoteEmail, ({ caller, body, at, reply, transact }) =>
    longListsInTurn(body.destination, clientGone(reply), async () => {
      const audience = await emailAudience(body.destination, body.topic)
      return transact((tx) => quoteEmail(tx, senderOf(context, { caller, at }), audience))
    }),
  )

  serve(calls.sendEmail, (call) => sendNow(call, context))

  serve(calls.testEmail, ({ caller, actor, body, at, transact }) =>
    transact(async (tx) => {
      await takeAttempts(tx, [{ kind: 'testEmail', who: caller.accountId }], at)
      const to = await sendTestEmail(tx, enqueue, senderOf(context, { caller, at }), body.content)
      await audit(tx, caller.tenantId, actor, { act: 'message.tested', details: {}, at })
      return { to }
    }),
  )
}

type EmailSent = z.input<typeof calls.emailSent>
type Refusal = NonNullable<EmailSent['code']>

async function sendNow(
  { caller, actor, body, at, reply, transact }: Call<typeof calls.sendEmail>,
  context: AppContext,
): Promise<EmailSent> {
  const { quotedUnits = null } = body
  const destination = emailDestinationOf(body)
  const content = contentOf(body)
  try {
    return await longListsInTurn(destination, clientGone(reply), async () => {
      const audience = await emailAudience(destination, content.topic)
      return transact(async (tx): Promise<EmailSent> => {
        const input = { content, audience, quotedUnits }
        const { id, recipients, units } = await sendEmail(tx, context.enqueue, senderOf(context, { caller, at }), input)
        const details = { recipients, units }
        await audit(tx, caller.tenantId, actor, { act: 'message.sent', subjectId: id, details, at })
        const message = 'Your email has been sent successfully!'
        const sentMessageDTO = { id, subject: content.subject, smsUnitsUsed: units }
        return { status: true, message, response: message, unitsUsed: units, sentMessageDTO }
      })
    })
  } catch (error) {
    return refusalOf(error)
  }
}

const readable: readonly ErrorCode[] = [
  'not_enough_units',
  'no_recipients',
  'too_many_recipients',
  'quote_changed',
  'domain_needed',
] satisfies Refusal[]

/** What a refusal that a person must read is answered as; throws all others. */
function refusalOf(error: unknown): EmailSent {
  if (!(error instanceof ApiError) || !readable.includes(error.code)) throw error
  const { message } = errors[error.code]
  return { status: false, message, response: message, unitsUsed: 0, code: error.code as Refusal }
}

/** The pictures of emails. */
function pictureRoutes(serve: Serve, { config }: AppContext): void {
  serve(calls.uploadEmailPicture, async ({ caller, upload, at, transact }) => {
    const { bytes, width, height } = await prepareEmailPicture(upload)
    return transact(async (tx) => {
      const { tenantId, accountId } = caller
      await takeAttempts(tx, [{ kind: 'emailPicture', who: accountId }], at)
      const id = await insertPicture(tx, tenantId, { bytes, contentType: 'image/jpeg', addedBy: accountId, at })
      await insertEmailPicture(tx, tenantId, { id, width, height, at })
      return { id, url: lastingAddress(config, { tenantId, pictureId: id }), width, height }
    })
  })
}

/** What was sent. */
function sentRoutes(serve: Serve, { config, database }: AppContext): void {
  serve(calls.getAllSentEmails, ({ query, read }) => read((tx) => listSentEmails(tx, query)))

  serve(calls.readSentEmail, ({ params, read }) => read((tx) => readSentEmail(tx, params.id)))

  serve(calls.readEmailMessage, ({ caller, params, read }) =>
    read(async (tx) => {
      const { content, destination } = await readEmailMessage(tx, params.id)
      return { content, destination, pictures: picturesOf(config, caller.tenantId, content) }
    }),
  )

  serve(calls.readEmailPage, ({ params, query, read }) =>
    read(async (tx) => framed(await readEmailPage(tx, params.id), query.scheme)),
  )

  serve(calls.listEmailRecipients, ({ params, query, at, read }) =>
    read((tx) => listRecipients(tx, params.id, { ...query, at })),
  )

  serve(calls.exportEmailRecipients, (call) => exportRecipients(database, call))

  serve(calls.exportSentEmails, (call) => exportSent(database, call))
}

/** What can be done about what was sent. */
function sentChangeRoutes(serve: Serve, { enqueue }: AppContext): void {
  serve(calls.cancelEmail, ({ caller: { tenantId }, actor, params: { id: campaignId }, at, transact }) =>
    transact(async (tx) => {
      await cancelCampaign(tx, enqueue, { tenantId, channel: 'email', campaignId, actor, at })
      return readSentEmail(tx, campaignId)
    }),
  )

  serve(calls.deleteSentEmails, ({ caller, actor, query, at, transact }) =>
    transact(async (tx) => {
      const ids = query.IdList.split(',')
        .map((id) => id.trim())
        .filter(Boolean)
      if (ids.length === 0 || !ids.every((id) => UUID.test(id)))
        throw new ApiError('invalid_input', { fields: { 'query.IdList': 'Write ids, split by commas.' } })
      const hidden = await hideCampaigns(tx, 'email', ids, at)
      if (hidden > 0)
        await audit(tx, caller.tenantId, actor, { act: 'message.deleted', details: { messages: hidden }, at })
      return { deleted: hidden > 0, message: hidden > 0 ? 'Deleted' : 'These emails are not on the list any more' }
    }),
  )
}
