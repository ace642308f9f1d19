import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, pageOf, pageQuery } from '../pages.ts'
import { custodyAct, entryWords } from './incidents.ts'

export const custodyRow = z.object({
  eventId: id,
  eventName: z.string(),
  /** Counted from 1 in the event, without a gap. */
  number: z.int(),
  at: z.string(),
  act: custodyAct,
  ...entryWords,
  secondActorName: z.nullable(z.string()),
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

/**
 * The log in columns; `intact` is Yes, or that the entry was changed. `act`, `reason` and `intact` are words in the language
 * that was asked for. `anchor` can be held against the log later (`compareCustody`).
 */
export const custodyColumns = [
  'at',
  'act',
  'child',
  'class',
  'collector',
  'reason',
  'by',
  'second',
  'brought',
  'station',
  'event',
  'number',
  'intact',
  'anchor',
] as const
export const exportCustody = endpoint({
  method: 'GET',
  path: '/api/checkin/custody/export',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'The custody log as a file',
  query: z.object({
    search: pageQuery.search,
    ...custodyFilter,
    ...exportQuery,
    /** Of the words in the rows; left out: English. */
    language: z.optional(z.enum(['en', 'fr'])),
  }),
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

/**
 * Holds lines that left the house earlier against the log: from the daily mail, or from an exported file (`anchor`). Whatever
 * else stands in the text is left out. An entry that is gone, or another one, shows; so does the removal of a whole log.
 */
export const compareCustody = endpoint({
  method: 'POST',
  path: '/api/checkin/custody/compare',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'Hold anchors of the log that were kept elsewhere against it',
  body: z.object({ anchors: z.string().check(z.minLength(1), z.maxLength(50_000)) }),
  response: z.object({
    /** How many were found in the text; 0: there is none in it. */
    compared: z.int(),
    intact: z.boolean(),
    /** `eventName` null: the event itself is gone. */
    broken: z.array(z.object({ eventId: id, eventName: z.nullable(z.string()), number: z.int() })),
  }),
  errors: ['invalid_input'],
})
