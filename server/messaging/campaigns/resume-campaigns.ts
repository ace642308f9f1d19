import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob, isQueued } from '../../platform/jobs/index.ts'
import { deliverCampaignJob, enqueueDelivery } from './delivery-job.ts'
import { selectCampaignText, selectQuietCampaigns } from './delivery-store.ts'

/** Takes up campaigns that no job cares for any more, for example after a restored back-up. */
export const resumeCampaignsJob = defineJob({
  name: 'messaging.resume-campaigns',
  payload: z.object({}),
})

/** Longer than the longest pause between two tries of a delivery job. */
const QUIET_MS = 10 * 60 * 1000

/**
 * Gives a job to every send that lost its own, as after a restored back-up; what it had already handed over may be
 * missing from our records then, so the gateway is asked first. One that waits for its hours has a job that waits with it.
 */
export async function resumeCampaigns({ database, enqueue, clock }: AppContext): Promise<void> {
  const since = new Date(clock.now().getTime() - QUIET_MS)
  const quiet = await database.withoutTenant((tx) => selectQuietCampaigns(tx, since))
  for (const { tenantId, campaignId } of quiet)
    await database.withTenant(tenantId, async (tx) => {
      if (await isQueued(tx, deliverCampaignJob, { campaignId })) return
      const campaign = await selectCampaignText(tx, campaignId)
      if (campaign)
        await enqueueDelivery(tx, enqueue, { tenantId, campaignId, purpose: campaign.purpose, askFirst: true })
    })
}
