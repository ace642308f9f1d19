import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/**
 * Works on the present step of an import: checks, applies or undoes its rows. Any number of these jobs for one import do no
 * harm, and one of an earlier `step` finds nothing to do.
 */
export const importStepJob = defineJob({
  name: 'people.import-step',
  payload: z.object({ tenantId: z.uuid(), importId: z.uuid(), step: z.int() }),
})

/** Takes up imports that no job cares for any more, for example after a restored back-up. */
export const resumeImportsJob = defineJob({ name: 'people.resume-imports', payload: z.object({}) })

export const forgetImportsJob = defineJob({ name: 'people.forget-imports', payload: z.object({}) })
