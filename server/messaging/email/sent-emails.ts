import type { Answer, Received } from '#contract/endpoint.ts'
import type { EmailContent } from '#contract/messaging/email-content.ts'
import type {
  getAllSentEmails as listCall,
  listEmailRecipients as recipientsCall,
  ListedEmail,
  SentEmail,
} from '#contract/messaging/emails.ts'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import {
  countCampaigns,
  presentCampaign,
  presentRecipients,
  selectCampaign,
  selectCampaigns,
  selectMessage,
  steeredBy,
  type CampaignRecord,
} from '../campaigns/index.ts'
import { personalParts } from '../email-design/index.ts'
import { selectContents, selectEmailMessage, type EmailMessage } from './email-store.ts'
import { htmlOf } from './existing-shapes.ts'
import { countSaid, selectPositions, selectSaid } from './said-store.ts'

const ROWS_A_PAGE = 50

/** A page of sent emails, newest first; pages count from 1. */
export async function listSentEmails(
  tx: Tx,
  { page = 1, search = '', brief }: Received<typeof listCall>['query'],
): Promise<{ data: ListedEmail[]; totalItems: number }> {
  const filter = { channel: 'email', search: search.trim() } as const
  const offset = (Math.max(page, 1) - 1) * ROWS_A_PAGE
  const rows = await selectCampaigns(tx, { ...filter, after: null, limit: ROWS_A_PAGE, offset })
  const ids = rows.map(({ id }) => id)
  const contents = brief ? new Map<string, EmailContent>() : await selectContents(tx, ids)
  return { data: rows.map((row) => listed(row, contents.get(row.id))), totalItems: await countCampaigns(tx, filter) }
}

function listed(campaign: CampaignRecord, content: EmailContent | undefined): ListedEmail {
  const { id, message: subject, sentAt, sentBy, units, state } = presentCampaign(campaign)
  const message = content ? htmlOf(content) : ''
  return { id, subject, message, dateSent: sentAt, smsUnitsUsed: units, sentByUser: sentBy, state }
}

/** One sent email with its figures; `not_found` also for another church's. */
export async function readSentEmail(tx: Tx, id: string): Promise<SentEmail> {
  const campaign = await selectCampaign(tx, 'email', id)
  if (!campaign) throw new ApiError('not_found')
  const { message: subject, sentAt, sentBy, recipients, units, ...told } = presentCampaign(campaign)
  const { state, leavesAt, counts, returnedFor, unitsHeld, unitsSpent } = told
  const { content, countsOpens } = await readEmailMessage(tx, id)
  const { opened, ...said } = await countSaid(tx, id)
  return {
    id,
    subject,
    sentAt,
    sentBy,
    topic: content.topic ?? 'news',
    recipients,
    units,
    unitsHeld: campaign.isFinished ? 0 : unitsHeld - unitsSpent,
    state,
    leavesAt,
    cancelled: await steeredBy(tx, campaign),
    counts: {
      waiting: counts.queued,
      accepted: counts.sent + counts.no_report,
      delivered: counts.delivered,
      bounced: counts.failed,
      unknown: counts.unknown,
      skipped: counts.skipped,
      cancelled: returnedFor.cancelled,
      ...said,
      opened: countsOpens ? opened : null,
    },
  }
}

type Wanted = Received<typeof recipientsCall>['query'] & { at: Date }

/** A page of its recipients, with what came back of each. */
export async function listRecipients(
  tx: Tx,
  id: string,
  { said, ...wanted }: Wanted,
): Promise<Answer<typeof recipientsCall>> {
  const campaign = await selectCampaign(tx, 'email', id)
  if (!campaign) throw new ApiError('not_found')
  const among = said && (await selectPositions(tx, id, said))
  const { items, ...page } = await presentRecipients(tx, campaign, { ...wanted, among })
  const saidAt = await selectSaid(
    tx,
    id,
    items.map(({ position }) => position),
  )
  return { items: items.map((item) => ({ ...item, said: saidAt.get(item.position) ?? null })), ...page }
}

/** What was written and drawn; `not_found` also for another church's. */
export async function readEmailMessage(tx: Tx, id: string): Promise<EmailMessage & { destination: Destination }> {
  const campaign = await selectMessage(tx, 'email', id)
  const message = campaign && (await selectEmailMessage(tx, id))
  if (!message) throw new ApiError('not_found')
  return { ...message, destination: campaign.destination }
}

type Destination = NonNullable<Awaited<ReturnType<typeof selectMessage>>>['destination']

/** A sent email as somebody without a name saw it; its link leads nowhere. */
export async function readEmailPage(tx: Tx, id: string): Promise<string> {
  const message = await readEmailMessage(tx, id)
  const link = /https?:\/\/[^\s"]+\/o\/[0-9A-Za-z]{5}0{9}/.exec(message.html)?.[0] ?? ''
  const parts = personalParts({ ...message, subject: message.content.subject }, link)
  return parts.html({ firstName: '', neutralName: message.content.neutralName || DEFAULT_NEUTRAL_NAME, stopLink: '#' })
}
