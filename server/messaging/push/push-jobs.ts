import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Hands one message to the push services. Any number of these jobs for one message do no harm. */
export const deliverPushJob = defineJob({
  name: 'messaging.deliver-push',
  payload: z.object({ tenantId: z.uuid(), messageId: z.uuid() }),
})

/** Takes up messages that no job cares for any more, for example after a restored back-up. */
export const resumePushesJob = defineJob({ name: 'messaging.resume-pushes', payload: z.object({}) })
