import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Asks the provider of a payment to give its money back. Any number of these jobs for one payment give it back once. */
export const refundPaymentJob = defineJob({
  name: 'billing.refund-payment',
  payload: z.object({ tenantId: z.uuid(), paymentId: z.uuid() }),
  // With pauses of at most five minutes this tries for longer than a day; `resendRefunds` puts it in again after that.
  options: { retryLimit: 400 },
})
