import { z } from 'zod/mini'
import { defineJob } from '../../../platform/jobs/index.ts'

/** Tells one who leads the check-in, by mail, what has to be settled. */
export const tellIncidentJob = defineJob({
  name: 'checkin.tell-incident',
  payload: z.object({
    tenantId: z.uuid(),
    accountId: z.uuid(),
    eventId: z.uuid(),
    numbers: z.array(z.int()),
  }),
})

/** Looks for churches whose logs have grown and where it is evening. */
export const anchorLogsJob = defineJob({ name: 'checkin.anchor-logs', payload: z.object({}) })

/** Mails one owner where the custody logs end. The ends are those of the day, however late it goes out. */
export const mailAnchorsJob = defineJob({
  name: 'checkin.mail-anchors',
  payload: z.object({
    tenantId: z.uuid(),
    accountId: z.uuid(),
    day: z.string(),
    ends: z.array(z.object({ eventId: z.uuid(), number: z.int(), hash: z.string() })),
  }),
})
