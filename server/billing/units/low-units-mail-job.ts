import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Mails one account that the units of its church run low. */
export const sendLowUnitsMailJob = defineJob({
  name: 'billing.low-units',
  payload: z.object({ tenantId: z.uuid(), accountId: z.uuid() }),
})
