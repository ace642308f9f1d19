import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Hands the messages of one campaign to its gateway. Any number of these jobs for one campaign do no harm. */
export const deliverCampaignJob = defineJob({
  name: 'messaging.deliver-campaign',
  payload: z.object({ tenantId: z.uuid(), campaignId: z.uuid() }),
  // With pauses of at most five minutes this tries for longer than GIVE_UP_AFTER_MS.
  options: { retryLimit: 100 },
})

/** Takes up campaigns that no job cares for any more, for example after a restored back-up. */
export const resumeCampaignsJob = defineJob({
  name: 'messaging.resume-campaigns',
  payload: z.object({}),
})
