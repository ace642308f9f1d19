import { z } from 'zod/mini'
import { defineJob } from '#server/platform/jobs/index.ts'

/** Mails one operator what waits for a second one, or what became of it. */
export const tellChangeJob = defineJob({
  name: 'operator.tell-change',
  payload: z.object({ changeId: z.uuid(), operatorId: z.uuid() }),
})
