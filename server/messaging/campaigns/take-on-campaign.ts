import { z } from 'zod/mini'
import { availableUnits, holdUnits } from '../../billing/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { defineJob, type Enqueue } from '../../platform/jobs/index.ts'
import type { Audience } from './audience.ts'
import {
  correctSegments,
  insertCampaign,
  insertOneRecipient,
  insertRecipients,
  resizeCampaign,
  type CampaignSize,
  type NewCampaign,
} from './campaign-store.ts'
import { unitsFor } from './record-outcomes.ts'
import type { NameCount } from './audience-store.ts'
import { scheduler } from 'node:timers/promises'
import { personalise, segmentsOf } from '#contract/messaging/segments.ts'

/** Hands the messages of one campaign to its gateway. Any number of these jobs for one campaign do no harm. */
export const deliverCampaignJob = defineJob({
  name: 'messaging.deliver-campaign',
  payload: z.object({ tenantId: z.uuid(), campaignId: z.uuid(), askFirst: z.optional(z.boolean()) }),
  // With pauses of at most five minutes this tries for longer than a day, after which the job gives up by itself.
  options: { retryLimit: 400 },
  restored: { askFirst: true },
})

/** Writing so many recipients takes longer than asking whether there are units for them. */
const MANY = 1_000

export type TakingOn = {
  audience: Audience
  /** First names among the audience, as they were counted. */
  names: readonly NameCount[]
  /** The units the sender agreed to; null: whatever it costs. */
  quotedUnits: number | null
}

/**
 * Takes a campaign on: its row, its recipients and the hold of its units, then a job that delivers it. Throws
 * `no_recipients`, `quote_changed` or `not_enough_units`, and then nothing has happened.
 */
export async function takeOnCampaign(
  tx: Tx,
  enqueue: Enqueue,
  campaign: NewCampaign,
  { audience, names, quotedUnits }: TakingOn,
): Promise<CampaignSize> {
  const { tenantId } = campaign
  const count = await countSegments(campaign, names)
  const { recipients, units } = sizeOf(campaign, count)
  // Spares the work of writing very many rows for a send that cannot go; the hold of the units is what decides.
  if (recipients > MANY && (await availableUnits(tx, tenantId)) < units) throw new ApiError('not_enough_units')
  const size = await writeCampaign(tx, campaign, audience, count)
  if (quotedUnits !== null && size.units !== quotedUnits) throw new ApiError('quote_changed')
  await holdAndDeliver(tx, enqueue, campaign, size.units)
  return size
}

/** Takes on a campaign of one message to one address, whose text has so many segments. The units are there. */
export async function takeOnNotice(
  tx: Tx,
  enqueue: Enqueue,
  campaign: NewCampaign,
  { address, segments, units }: { address: string; segments: number; units: number },
): Promise<void> {
  const { tenantId, id: campaignId, at } = campaign
  await insertCampaign(tx, campaign, { recipients: 1, segments, units })
  await insertOneRecipient(tx, { tenantId, campaignId, phone: address, segments, at })
  await holdAndDeliver(tx, enqueue, campaign, units)
}

async function holdAndDeliver(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, id: campaignId, at }: NewCampaign,
  units: number,
): Promise<void> {
  await holdUnits(tx, enqueue, { tenantId, units, reference: campaignId, at })
  await enqueue(tx, deliverCampaignJob, { tenantId, campaignId })
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

export type MessageText = { message: string; neutralName: string }

export type SegmentCount = {
  segmentsByName: Map<string, number>
  /** What most recipients get. */
  usual: number
  segments: number
  /** People by number of pages, fewest pages first. */
  lines: { people: number; pages: number }[]
}

/** Pages of the text that somebody with this first name will read. */
export const segmentsFor = ({ message, neutralName }: MessageText, firstName: string): number =>
  segmentsOf(personalise(message, firstName, neutralName)).segments

/** Names counted before other requests get a turn: some milliseconds. */
const NAMES_A_TURN = 500

/** Counts each different first name once, after personalisation. */
export async function countSegments(text: MessageText, names: readonly NameCount[]): Promise<SegmentCount> {
  const segmentsByName = new Map<string, number>()
  const people = new Map<number, number>()
  let segments = 0
  for (const [index, name] of names.entries()) {
    if (index % NAMES_A_TURN === NAMES_A_TURN - 1) await scheduler.yield()
    const pages = segmentsFor(text, name.firstName)
    segmentsByName.set(name.firstName, pages)
    people.set(pages, (people.get(pages) ?? 0) + name.people)
    segments += pages * name.people
  }
  const lines = [...people].map(([pages, count]) => ({ pages, people: count })).sort((a, b) => a.pages - b.pages)
  const usual = lines.reduce((most, line) => (line.people > most.people ? line : most), { pages: 1, people: 0 }).pages
  return { segmentsByName, usual, segments, lines }
}
