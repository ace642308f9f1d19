import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Hands the messages of one campaign to its gateway. Any number of these jobs for one campaign do no harm. */
export const deliverCampaignJob = defineJob({
  name: 'messaging.deliver-campaign',
  payload: z.object({ tenantId: z.uuid(), campaignId: z.uuid(), askFirst: z.optional(z.boolean()) }),
  // With pauses of at most five minutes this tries for longer than a day, after which the job gives up by itself.
  options: { retryLimit: 400 },
  restored: { askFirst: true },
})

/** Takes up campaigns that no job cares for any more, for example after a restored back-up. */
export const resumeCampaignsJob = defineJob({
  name: 'messaging.resume-campaigns',
  payload: z.object({}),
})
