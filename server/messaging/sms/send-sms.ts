import { randomUUID } from 'node:crypto'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { countFirstNames, type Audience, selectRoute, type NewCampaign, takeOnCampaign } from '../campaigns/index.ts'
import { selectApprovedMask } from '../senders/index.ts'

export type SendInput = {
  senderId: string
  /** Made by `audienceOf` before the transaction: many numbers take longer to read than one should last. */
  audience: Audience
  message: string
  neutralName?: string | undefined
  /** The units the sender agreed to; null: whatever it costs. */
  quotedUnits: number | null
}

export type Sender = { tenantId: string; accountId: string; isoCode: string }
export type SentSms = { id: string; recipients: number; units: number }

/**
 * Takes a message on for sending: campaign, recipients and the hold of units in one transaction, then a job. Throws
 * sender_not_approved, no_recipients, quote_changed or not_enough_units, and then nothing has happened.
 */
export async function sendSms(
  tx: Tx,
  enqueue: Enqueue,
  sender: Sender & { at: Date },
  input: SendInput,
): Promise<SentSms> {
  const { audience } = input
  const { at } = sender
  // Questions that do not need each other's answers travel together.
  const [senderMask, route, names] = await Promise.all([
    selectApprovedMask(tx, input.senderId),
    selectRoute(tx, sender.isoCode),
    countFirstNames(tx, audience),
  ])
  if (senderMask === null) throw new ApiError('sender_not_approved')
  const campaign: NewCampaign = {
    tenantId: sender.tenantId,
    id: randomUUID(),
    senderMask,
    message: input.message,
    neutralName: input.neutralName ?? DEFAULT_NEUTRAL_NAME,
    route,
    createdBy: sender.accountId,
    purpose: 'bulk',
    at,
  }
  const size = await takeOnCampaign(tx, enqueue, campaign, { audience, names, quotedUnits: input.quotedUnits })
  return { id: campaign.id, recipients: size.recipients, units: size.units }
}
