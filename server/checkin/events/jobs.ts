import { z } from 'zod/mini'
import { defineJob } from '../../platform/jobs/index.ts'

/** True: no device took it, so it goes by SMS or mail now. */
const untaken = z.optional(z.boolean())

/** Tells a family that somebody of it has come up from a waiting list. */
export const tellMovedUpJob = defineJob({
  name: 'checkin.tell-moved-up',
  payload: z.object({
    tenantId: z.uuid(),
    registrationId: z.uuid(),
    /** The guardian who asked; null: no longer there. */
    askedBy: z.nullable(z.uuid()),
    /** Who has come up. */
    personIds: z.array(z.uuid()),
    /** Of the message, so that the job done again sends none again. */
    reference: z.uuid(),
    untaken,
  }),
})

/** Sees to it that every family of a cancelled event is told, each by a job of its own. */
export const tellCancelledJob = defineJob({
  name: 'checkin.tell-cancelled',
  payload: z.object({ tenantId: z.uuid(), eventId: z.uuid() }),
})

/** Tells one family that its event was cancelled. */
export const tellFamilyCancelledJob = defineJob({
  name: 'checkin.tell-family-cancelled',
  payload: z.object({ tenantId: z.uuid(), registrationId: z.uuid(), untaken }),
})

/** Moves up whoever waits for a place that became free where nobody looked at the line. */
export const sweepWaitingJob = defineJob({ name: 'checkin.sweep-waiting', payload: z.object({}) })

/** Makes the days of repeating services ahead. */
export const makeDaysJob = defineJob({ name: 'checkin.make-days', payload: z.object({}) })
