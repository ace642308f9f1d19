import type { House } from '#server/platform/house.ts'
import { selectQuietCampaigns } from './batch-store.ts'
import { deliverCampaignJob } from './delivery-job.ts'

/** Longer than the longest pause between two tries of a delivery job. */
const QUIET_MS = 10 * 60 * 1000

/** Gives a job to every send that lost its own. */
export async function resumeCampaigns({ database, enqueue, clock }: House): Promise<void> {
  const since = new Date(clock.now().getTime() - QUIET_MS)
  const quiet = await database.withoutTenant((tx) => selectQuietCampaigns(tx, since))
  for (const campaign of quiet)
    await database.withTenant(campaign.tenantId, (tx) => enqueue(tx, deliverCampaignJob, campaign))
}
