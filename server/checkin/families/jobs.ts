import { z } from 'zod/mini'
import { defineJob } from '../../platform/jobs/index.ts'

/** Sends a guardian a one-time code. Code and address never stand in a payload: the job makes the one and reads the other. */
export const sendGuardianCodeJob = defineJob({
  name: 'checkin.send-guardian-code',
  payload: z.object({ tenantId: z.uuid(), personId: z.uuid() }),
})

/** Removes guardians' sessions and codes that are over. */
export const sweepGuardiansJob = defineJob({ name: 'checkin.sweep-guardians', payload: z.object({}) })

/** Removes families who signed up at the portal and never came. */
export const forgetSignUpsJob = defineJob({ name: 'checkin.forget-sign-ups', payload: z.object({}) })

/** Removes pictures that guardians uploaded and nobody uses. */
export const forgetPicturesJob = defineJob({ name: 'checkin.forget-pictures', payload: z.object({}) })
