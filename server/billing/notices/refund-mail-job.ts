import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Mails one account that the money of a payment of its church was given back. */
export const sendRefundMailJob = defineJob({
  name: 'billing.send-refund-mail',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid(), accountId: z.uuid() }),
})
