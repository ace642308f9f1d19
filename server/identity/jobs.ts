import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Mails one account the link to choose a new password. The token is made by the job and never stands in a payload. */
export const sendResetMailJob = defineJob({
  name: 'identity.send-reset-mail',
  payload: z.object({ tenantId: z.uuid(), accountId: z.uuid() }),
})

/** Mails a sign-up its code, or a note that there is an account already. The code is made by the job. */
export const sendSignupMailJob = defineJob({
  name: 'identity.send-signup-mail',
  payload: z.object({ signupId: z.uuid() }),
})

/** Mails an invitation to the staff. The token is made by the job and never stands in a payload. */
export const sendInviteMailJob = defineJob({
  name: 'identity.send-invite-mail',
  payload: z.object({ tenantId: z.uuid(), inviteId: z.uuid() }),
})

/** Removes sessions, reset links, sign-ups, invitations and counted attempts that are over. */
export const sweepSignInsJob = defineJob({ name: 'identity.sweep-sign-ins', payload: z.object({}) })
