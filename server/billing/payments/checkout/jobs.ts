import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Asks the provider of one payment what became of it. Any number of these jobs for one payment do no harm. */
export const askProviderJob = defineJob({
  name: 'billing.ask-provider',
  payload: z.object({
    tenantId: z.uuid(),
    paymentId: z.uuid(),
    /** What the notice says the provider calls it. */
    providerId: z.optional(z.string().check(z.maxLength(255))),
  }),
  // Within a minute or so; after that `reconcilePayments` asks anew.
  options: { retryLimit: 5 },
})

/** Asks about every payment that nobody has told us about in time. */
export const reconcilePaymentsJob = defineJob({ name: 'billing.reconcile-payments', payload: z.object({}) })
