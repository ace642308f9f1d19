import type { CampaignReport } from '#contract/messaging/sent-sms.ts'
import type { Tx } from '../../platform/database/index.ts'
import { departures, leavesAt, type Hours } from '../routes/index.ts'
import { selectCampaignText } from './delivery-store.ts'
import { campaignHours } from './prepare-batch.ts'
import { countQueuedPrefixes, type CampaignRecord, type RecipientRecord } from './sent-store.ts'

/** A run of recipients that goes by one route, and its hours. */
type Run = { firstPosition: number; lastPosition: number; routeId: string; hours: Hours; freeSince: Date }

/** By which hours it goes on; none: nobody of it waits for any, or it does not go on by itself. */
async function runsOf(tx: Tx, { id, state, recipients, leavesAt: next }: CampaignRecord): Promise<Run[]> {
  if (next === null || state === 'paused') return []
  const text = await selectCampaignText(tx, id)
  // What travels by no route goes at any hour.
  if (!text || text.routeId === null) return []
  const { routeId, freeSince } = text
  const parts = text.parts.length > 0 ? text.parts : [{ firstPosition: 1, lastPosition: recipients, routeId }]
  const runs: Run[] = []
  for (const part of parts) {
    const hours = await campaignHours(tx, { ...text, routeId: part.routeId })
    runs.push({ ...part, hours, freeSince })
  }
  return runs
}

/** How many of a campaign wait for the hours of which country, and until when. */
export async function waitingOf(tx: Tx, campaign: CampaignRecord, at: Date): Promise<CampaignReport['waiting']> {
  const waiting: CampaignReport['waiting'] = []
  for (const run of await runsOf(tx, campaign)) {
    const queued = await countQueuedPrefixes(tx, campaign.id, run)
    for (const leaving of departures(run.hours, queued, at, run.freeSince))
      if (leaving.at !== null) waiting.push({ ...leaving, routeId: run.routeId })
  }
  return waiting
}

/** Says of each recipient of a campaign when it leaves, where it waits for its hours. */
export async function leavingOf(
  tx: Tx,
  campaign: CampaignRecord,
  at: Date,
): Promise<(recipient: RecipientRecord) => Date | null> {
  const runs = await runsOf(tx, campaign)
  return ({ state, phone, position }) => {
    const run = state === 'queued' && runs.find(({ lastPosition }) => position <= lastPosition)
    if (!run) return null
    const leaves = leavesAt(run.hours, phone, at, run.freeSince)
    return leaves > at ? leaves : null
  }
}
