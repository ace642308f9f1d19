import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Mails one account the link to choose a new password. The token is made by the job and never stands in a payload. */
export const sendResetMailJob = defineJob({
  name: 'identity.send-reset-mail',
  payload: z.object({ tenantId: z.uuid(), accountId: z.uuid() }),
})

/** Removes sessions, reset links and counted guesses that are over. */
export const sweepSignInsJob = defineJob({ name: 'identity.sweep-sign-ins', payload: z.object({}) })
