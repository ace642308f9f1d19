import { randomUUID } from 'node:crypto'
import type { EmailContent } from '#contract/messaging/email-content.ts'
import type { EmailQuote } from '#contract/messaging/emails.ts'
import { DEFAULT_NEUTRAL_NAME, RECIPIENTS_MAX, type Destination } from '#contract/messaging/sms.ts'
import { availableUnits } from '../../billing/index.ts'
import type { Config } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import {
  audienceOf,
  countAudience,
  readRecipients,
  takeOnCampaign,
  takeOnOne,
  unitsFor,
  type Audience,
  type NewCampaign,
} from '../campaigns/index.ts'
import { dailyUse, sendingIdentity, withinDay } from '../email-domain/index.ts'
import { MAIL_SERVER } from '../gateways/index.ts'
import { newFooter, stopLinkIn } from '../opt-out-links/index.ts'
import { cleanContent, drawForChurch } from './draw-for-church.ts'
import { insertEmailMessage, selectSender } from './email-store.ts'

/** Up to a thousand recipients are free; each further thousand that is begun costs two units. */
const RATE = { numerator: 2, denominator: 1_000, free: 1_000 }
const ROUTE = { id: null, gateway: MAIL_SERVER, fallbackGateway: null, rate: RATE, returnsUndelivered: false }
const INVALID_SHOWN = 50

/** What an email is about where nobody said. */
const USUAL_TOPIC = 'news'

/** Who an email about this is for. */
export const emailAudience = (destination: Destination, topic: EmailContent['topic']): Promise<Audience> =>
  audienceOf(destination, '', { channel: 'email', topic: topic ?? USUAL_TOPIC })

/** Who sends, for which church of which installation. */
export type EmailSender = { tenantId: string; accountId: string; config: EmailConfig; at: Date }
type EmailConfig = Pick<Config, 'publicUrl' | 'secretKey' | 'emails'>

type EmailInput = {
  content: EmailContent
  audience: Audience
  /** The units the sender agreed to; null: whatever it costs. */
  quotedUnits: number | null
  /** Whether it may leave over several days where the day does not take all of it. */
  overDays?: boolean
  /** The email's id, made before: of two that bear the same one only the first is taken on. */
  id?: string
}

type TakenEmail = { id: string; recipients: number; units: number }

/**
 * Takes an email on for sending: what was written and drawn, campaign, recipients and the hold of units in one transaction,
 * then a job. Throws no_recipients, too_many_recipients, quote_changed, not_enough_units, domain_needed or not_found,
 * and then nothing has happened.
 */
export async function sendEmail(
  tx: Tx,
  enqueue: Enqueue,
  sender: EmailSender,
  { content, audience, quotedUnits, overDays = false, id = randomUUID() }: EmailInput,
): Promise<TakenEmail> {
  const { tenantId, config, at } = sender
  const campaign = await campaignOf(tx, sender, { id, content, footer: newFooter(config.publicUrl), purpose: 'bulk' })
  const names = await readRecipients(tx, audience)
  const taking = { audience, names, segmentsFor: () => 1, quotedUnits }
  const take = () => takeOnCampaign(tx, enqueue, campaign.row, taking)
  const { taken, days } = await withinDay(tx, { tenantId, at, overDays }, take)
  await insertEmailMessage(tx, { tenantId, campaignId: id }, { ...campaign.message, days })
  return { id, recipients: taken.recipients, units: taken.units }
}

/** Sends an email to whoever writes it. It stands on no list. Answers the address; throws `invalid_input` without one. */
export async function sendTestEmail(
  tx: Tx,
  enqueue: Enqueue,
  sender: EmailSender,
  content: EmailContent,
): Promise<string> {
  const { replyTo: address, firstName } = await selectSender(tx, sender.accountId)
  if (!address) throw new ApiError('invalid_input', { fields: { to: 'You have no email address yet.' } })
  const campaign = await campaignOf(tx, sender, { id: randomUUID(), content, footer: '', purpose: 'test' })
  await takeOnOne(tx, enqueue, campaign.row, { address, firstName, segments: 1 })
  const { tenantId } = sender
  await insertEmailMessage(tx, { tenantId, campaignId: campaign.row.id }, { ...campaign.message, days: null })
  return address
}

type NewEmail = Pick<NewCampaign, 'id' | 'footer' | 'purpose'> & { content: EmailContent }

async function campaignOf(tx: Tx, { tenantId, accountId, config, at }: EmailSender, email: NewEmail) {
  const content = await cleanContent(email.content)
  const sender = await selectSender(tx, accountId)
  const { fromName, replyTo, countsOpens } = await sendingIdentity(tx, config)
  const { publicUrl, secretKey } = config
  const drawer = { publicUrl, secretKey, tenantId, sender }
  const drawn = await drawForChurch(tx, drawer, content, stopLinkIn(email.footer, publicUrl))
  const row: NewCampaign = {
    tenantId,
    id: email.id,
    channel: 'email',
    topic: content.topic ?? USUAL_TOPIC,
    sender: fromName,
    message: content.subject,
    neutralName: content.neutralName || DEFAULT_NEUTRAL_NAME,
    footer: email.footer,
    route: ROUTE,
    createdBy: accountId,
    purpose: email.purpose,
    at,
  }
  return { row, message: { ...drawn, content, replyTo: replyTo ?? sender.replyTo, countsOpens } }
}

/** What an email would cost and how many would receive it: the send that follows takes exactly these units. */
export async function quoteEmail(
  tx: Tx,
  { tenantId, config, at }: EmailSender,
  audience: Audience,
): Promise<EmailQuote> {
  const { prefixes: _prefixes, withoutNumber, ...counts } = await countAudience(tx, audience)
  if (counts.recipients > RECIPIENTS_MAX) throw new ApiError('too_many_recipients')
  const units = unitsFor(counts.recipients, RATE)
  const balance = await availableUnits(tx, tenantId)
  const { fromName, fromAddress } = await sendingIdentity(tx, config)
  const daily = await dailyUse(tx, at)
  return {
    ...counts,
    chosen: counts.chosen + audience.invalid.length,
    withoutAddress: withoutNumber,
    invalid: audience.invalid.length,
    invalidAddresses: audience.invalid.slice(0, INVALID_SHOWN),
    units,
    balance,
    balanceAfter: balance - units,
    from: { name: fromName, address: fromAddress },
    leftToday: daily && Math.max(0, daily.most - daily.sent),
  }
}
