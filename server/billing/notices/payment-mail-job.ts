import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Mails one account what became of a payment of its church. */
export const sendPaymentMailJob = defineJob({
  name: 'billing.send-payment-mail',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid(), accountId: z.uuid() }),
})
