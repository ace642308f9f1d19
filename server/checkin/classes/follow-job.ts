import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Sends the SMS of a call, or sees that it is not needed. Any number of these jobs for one call do no harm. */
export const followCallJob = defineJob({
  name: 'checkin.follow-call',
  payload: z.object({ tenantId: z.uuid(), pageId: z.uuid() }),
})
