import { randomUUID } from 'node:crypto'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import { availableUnits, holdUnits } from '../../billing/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { correctSegments, countFirstNames, insertRecipients } from './audience-store.ts'
import type { Audience } from './audience.ts'
import {
  insertCampaign,
  resizeCampaign,
  selectApprovedMask,
  type CampaignSize,
  type NewCampaign,
} from './campaign-store.ts'
import { countSegments, segmentsFor, type SegmentCount } from './count-segments.ts'
import { deliverCampaignJob } from '../delivery/delivery-job.ts'
import { unitsFor } from './price.ts'
import { selectRoute } from './route-store.ts'

/** Writing so many recipients takes longer than asking whether there are units for them. */
const MANY = 1_000

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
  const count = await countSegments(campaign, names)
  await refuseHopeless(tx, sender, sizeOf(campaign, count))
  const size = await writeCampaign(tx, campaign, audience, count)
  if (input.quotedUnits !== null && size.units !== input.quotedUnits) throw new ApiError('quote_changed')
  await holdUnits(tx, enqueue, { tenantId: sender.tenantId, units: size.units, reference: campaign.id, at })
  await enqueue(tx, deliverCampaignJob, { tenantId: sender.tenantId, campaignId: campaign.id })
  return { id: campaign.id, recipients: size.recipients, units: size.units }
}

/** Spares the work of writing very many rows for a send that cannot go; the hold of the units is what decides. */
async function refuseHopeless(tx: Tx, { tenantId }: Sender, { recipients, units }: CampaignSize): Promise<void> {
  if (recipients > MANY && (await availableUnits(tx, tenantId)) < units) throw new ApiError('not_enough_units')
}

function sizeOf({ route }: NewCampaign, { lines, segments }: SegmentCount): CampaignSize {
  const recipients = lines.reduce((sum, line) => sum + line.people, 0)
  return { recipients, segments, units: unitsFor(segments, route.rate) }
}

async function writeCampaign(
  tx: Tx,
  campaign: NewCampaign,
  audience: Audience,
  count: SegmentCount,
): Promise<CampaignSize> {
  const expected = sizeOf(campaign, count)
  if (expected.recipients === 0) throw new ApiError('no_recipients')
  // The second follows the first on the same connection without waiting for its answer.
  const [, written] = await Promise.all([
    insertCampaign(tx, campaign, expected),
    insertRecipients(tx, campaign, audience, count),
  ])
  // People may have come, gone or been renamed since they were counted: what was written decides.
  const wrong = written.filter(({ firstName, segments }) => segmentsFor(campaign, firstName) !== segments)
  if (wrong.length > 0)
    await correctSegments(
      tx,
      campaign.id,
      new Map(wrong.map(({ firstName }) => [firstName, segmentsFor(campaign, firstName)])),
    )
  const size = sizeOf(campaign, await countSegments(campaign, written))
  if (size.recipients === 0) throw new ApiError('no_recipients')
  if (size.recipients !== expected.recipients || size.segments !== expected.segments)
    await resizeCampaign(tx, campaign.id, size)
  return size
}
