import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Looks for churches over their capacity that are to be told. */
export const watchCapacityJob = defineJob({ name: 'billing.watch-capacity', payload: z.object({}) })

/** Mails one account that its church has more people than its plan allows. */
export const sendCapacityMailJob = defineJob({
  name: 'billing.capacity-mail',
  payload: z.object({ tenantId: z.uuid(), accountId: z.uuid(), overSince: z.iso.datetime() }),
})
