import type { AppContext } from '../../platform/app-context.ts'
import { isQueued } from '../../platform/jobs/index.ts'
import { selectQuietCampaigns } from './campaign-store.ts'
import { deliverCampaignJob } from './delivery-job.ts'

/** Longer than the longest pause between two tries of a delivery job. */
const QUIET_MS = 10 * 60 * 1000

/**
 * Gives a job to every send that lost its own, as after a restored back-up; what it had already handed over may be
 * missing from our records then, so the gateway is asked first.
 */
export async function resumeCampaigns({ database, enqueue, clock }: AppContext): Promise<void> {
  const since = new Date(clock.now().getTime() - QUIET_MS)
  const quiet = await database.withoutTenant((tx) => selectQuietCampaigns(tx, since))
  for (const campaign of quiet)
    await database.withTenant(campaign.tenantId, async (tx) => {
      if (!(await isQueued(tx, deliverCampaignJob, { campaignId: campaign.campaignId })))
        await enqueue(tx, deliverCampaignJob, { ...campaign, askFirst: true })
    })
}
