import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, pageOf, pageQuery } from '../pages.ts'

export const custodyActs = [
  'checked_in',
  'moved',
  'labels_reprinted',
  'collector_came',
  'parent_called',
  'checked_out',
  'release_refused',
  'released_by_two',
  'taken_over',
] as const
export const custodyAct = z.enum(custodyActs)
export type CustodyAct = z.infer<typeof custodyAct>

export const custodyRow = z.object({
  eventId: id,
  eventName: z.string(),
  /** Counted from 1 in the event, without a gap. */
  number: z.int(),
  at: z.string(),
  act: custodyAct,
  childName: z.nullable(z.string()),
  className: z.nullable(z.string()),
  collectorName: z.nullable(z.string()),
  actorName: z.string(),
  secondActorName: z.nullable(z.string()),
  stationName: z.nullable(z.string()),
  /** Why a release was refused, or was made by two. */
  reason: z.nullable(z.string()),
  /** False: this entry was changed, or stands where another was. */
  intact: z.boolean(),
})
export type CustodyRow = z.infer<typeof custodyRow>

export const custodyFilter = {
  eventId: z.optional(id),
  act: z.optional(custodyAct),
  from: z.optional(calendarDay),
  until: z.optional(calendarDay),
}

export const listCustody = endpoint({
  method: 'GET',
  path: '/api/checkin/custody',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'Who was let in and out, when and by whom; the latest first',
  query: z.object({ ...pageQuery, ...custodyFilter }),
  response: pageOf(custodyRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

/** The log in columns; `intact` is Yes, or that the entry was changed. `act`, `reason` and `intact` are English words. */
export const custodyColumns = [
  'at',
  'act',
  'child',
  'class',
  'collector',
  'reason',
  'by',
  'second',
  'station',
  'event',
  'number',
  'intact',
] as const
export const exportCustody = endpoint({
  method: 'GET',
  path: '/api/checkin/custody/export',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'The custody log as a file',
  query: z.object({ search: pageQuery.search, ...custodyFilter, ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

export const verifyCustody = endpoint({
  method: 'GET',
  path: '/api/checkin/custody/check',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'Goes through the whole log and says where it was changed',
  response: z.object({
    entries: z.int(),
    intact: z.boolean(),
    /** The first place of each event at which something is not as it was written. */
    broken: z.array(z.object({ eventId: id, eventName: z.string(), number: z.int() })),
  }),
  errors: [],
})
