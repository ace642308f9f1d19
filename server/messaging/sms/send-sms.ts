import { randomUUID } from 'node:crypto'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import {
  audienceOf,
  readRecipients,
  readSentMessage,
  takeOnCampaign,
  type Audience,
  type NewCampaign,
} from '../campaigns/index.ts'
import { selectRoutes, waysFor } from '../routes/index.ts'
import { selectApprovedMask } from '../senders/index.ts'
import { failedOf, type Resending } from './quote-sms.ts'
import { segmentsIn, travelling, type Wish } from './message-text.ts'

type SendInput = Wish & {
  senderId: string
  /** Made by `audienceOf` before the transaction: many numbers take longer to read than one should last. */
  audience: Audience
  message: string
  neutralName?: string | undefined
  /** Made by `footerOf`; '' for a message without opt-out link. One that is still asked for travels with the other questions. */
  footer: string | Promise<string>
  /** The units the sender agreed to; null: whatever it costs. */
  quotedUnits: number | null
  /** The message's id, made before: of two that bear the same one only the first is taken on. */
  id?: string
  /** Of a message made before and late: the gateway may have it already. */
  askFirst?: boolean
}

export type Sender = { tenantId: string; accountId: string; isoCode: string }
export type SentSms = { id: string; recipients: number; units: number }

/**
 * Takes a message on for sending: campaign, recipients and the hold of units in one transaction, then a job. Throws
 * sender_not_approved, no_recipients, too_many_recipients, quote_changed or not_enough_units, and then nothing has happened.
 */
export async function sendSms(
  tx: Tx,
  enqueue: Enqueue,
  sender: Sender & { at: Date },
  input: SendInput,
): Promise<SentSms> {
  const { audience, message, neutralName = DEFAULT_NEUTRAL_NAME } = input
  const { at } = sender
  // Questions that do not need each other's answers travel together.
  const [footer, mask, routes, names] = await Promise.all([
    input.footer,
    selectApprovedMask(tx, input.senderId),
    selectRoutes(tx),
    readRecipients(tx, audience),
  ])
  if (mask === null) throw new ApiError('sender_not_approved')
  const beginnings = names.map(({ prefix }) => prefix)
  const ways = waysFor(routes, travelling(sender.isoCode, input), beginnings)
  const campaign: NewCampaign = {
    tenantId: sender.tenantId,
    id: input.id ?? randomUUID(),
    channel: 'sms',
    sender: mask,
    message,
    neutralName,
    footer,
    route: ways.routes[0],
    createdBy: sender.accountId,
    purpose: 'bulk',
    at,
  }
  const { quotedUnits, askFirst = false } = input
  const segmentsFor = segmentsIn({ message, neutralName, footer })
  const taking = { audience, names, ways, segmentsFor, quotedUnits, askFirst }
  const size = await takeOnCampaign(tx, enqueue, campaign, taking)
  return { id: campaign.id, recipients: size.recipients, units: size.units }
}

/** `senderId`: another than that of the message. */
type ResendInput = Resending & { senderId?: string | undefined; quotedUnits: number | null }

/**
 * Sends a message again, as a new one, to those whom it failed to reach: by the sender ID and the route as they are now, with
 * its opt-out link or without, as it was.
 */
export async function resendSms(
  tx: Tx,
  enqueue: Enqueue,
  sender: Sender & { at: Date },
  { footerFor, routeId, quotedUnits, ...resending }: ResendInput,
): Promise<SentSms> {
  const before = await readSentMessage(tx, resending.id)
  const { message, neutralName } = before
  const footer = await footerFor(before.optOutLink)
  const senderId = resending.senderId ?? before.senderId
  const audience = await audienceOf(failedOf(resending), sender.isoCode)
  return sendSms(tx, enqueue, sender, { senderId, audience, message, neutralName, footer, routeId, quotedUnits })
}
