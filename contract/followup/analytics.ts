import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, pageOf, pageQuery } from '../pages.ts'

const access = { ability: 'reports.read' } as const
const text = z.nullable(z.string())
/** A number in an address. */
const numberOf = <T extends string>(...values: T[]) => z.enum(values)

/** Periods end today on the church's calendar. */
const periods = ['30', '90', '120', '365'] as const
export type Period = (typeof periods)[number]

/** Within how many days somebody came again, by the month of the first visit. */
export const WITHIN_DAYS = [7, 30, 90, 180] as const

/** How long after the visit a person of the staff reached them. */
export const contactBands = ['within24', 'within36', 'within72', 'later', 'waiting'] as const
export type ContactBand = (typeof contactBands)[number]

/** Whose guests: an account of the staff, or `none` for the pool; absent: everybody's. */
const owner = z.optional(z.union([z.literal('none'), id]))

const count = z.int()
const owners = z.array(z.object({ id, firstName: z.string(), lastName: z.string() }))

/** The days before with the same weekdays: what they had by as many days after as the period has had. */
const earlier = z.object({
  from: z.string(),
  until: z.string(),
  asOf: z.string(),
  guests: count,
  returned: count,
  /** As the activity log had it by then. */
  activities: count,
  stages: z.array(z.object({ id: z.int(), guests: count })),
  /** Easter of both years, where they are compared by it. */
  easter: z.nullable(z.object({ now: z.string(), before: z.string() })),
})

const figures = z.object({
  from: z.string(),
  until: z.string(),
  owners,
  guests: count,
  /** Of them: there again after the first day, or a member by now. */
  returned: count,
  /** Contacts and messages in the activity log of all of them. */
  activities: count,
  /** How many reached at least this stage, in the order of the path. */
  stages: z.array(z.object({ id: z.int(), name: z.string(), guests: count })),
  /** Days of a week from Monday, or of a month, as far as they lie in the period. */
  inflow: z.object({
    by: z.enum(['week', 'month']),
    parts: z.array(
      z.object({
        from: z.string(),
        until: z.string(),
        /** All days of the week or month are in the period, and over. */
        isWhole: z.boolean(),
        guests: count,
        before: z.nullable(count),
      }),
    ),
  }),
  /** Yes 0, No 1, Maybe 2, On Transit 3, not specified null: those that somebody answered. */
  interest: z.array(z.object({ answer: z.nullable(z.int()), guests: count })),
  /** The most first; not specified, null, last. */
  sources: z.array(z.object({ id: z.nullable(z.int()), name: text, guests: count, returned: count })),
  /** Days from the first visit to the second, of those who had one. */
  secondVisit: z.object({ people: count, medianDays: z.nullable(z.int()) }),
  /** Minutes from the visit until they were reached, of those whose clock ran. */
  firstContact: z.object({
    people: count,
    bands: z.record(z.enum(contactBands), count),
    medianMinutes: z.nullable(z.int()),
    p90Minutes: z.nullable(z.int()),
  }),
  before: z.nullable(earlier),
  /** Of these owners, when the period has nobody. */
  lastVisitOn: text,
})
export type GuestFigures = z.infer<typeof figures>

export const readFirstTimerFigures = endpoint({
  method: 'GET',
  path: '/api/followup/analytics',
  access,
  summary: 'First-timers of a period that ends today: how many, who came again, from where, how far on the path',
  query: z.object({
    days: z.optional(numberOf(...periods)),
    owner,
    compare: z.optional(z.enum(['last_year', 'easter'])),
  }),
  response: figures,
  errors: ['invalid_input'],
})

const month = z.object({
  from: z.string(),
  until: z.string(),
  guests: count,
  isOver: z.boolean(),
  /** Second visits within so many days; null until nobody can be added any more, from that day on. */
  within: z.array(z.object({ days: z.int(), people: z.nullable(count), ripeOn: z.string() })),
  easterOn: text,
  /** People who were entered, or taken away, after the month was closed. */
  changed: z.nullable(z.object({ since: z.string(), added: count, removed: count })),
})
export type GuestMonth = z.infer<typeof month>

export const readFirstTimerMonths = endpoint({
  method: 'GET',
  path: '/api/followup/analytics/months',
  access,
  summary: 'Who came again within 7, 30, 90 and 180 days, by month of the first visit, the last twelve months',
  query: z.object({ owner }),
  response: z.object({ months: z.array(month) }),
  errors: ['invalid_input'],
})

/** What a figure is narrowed to: everything named holds. */
export const figureQuery = {
  from: calendarDay,
  until: calendarDay,
  owner,
  /** Came again by then; absent: by today. */
  asOf: z.optional(calendarDay),
  returned: z.optional(z.enum(['yes'])),
  secondVisit: z.optional(z.enum(['yes'])),
  within: z.optional(numberOf('7', '30', '90', '180')),
  stage: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(32_767))),
  interest: z.optional(z.enum(['0', '1', '2', '3', 'none'])),
  source: z.optional(z.string().check(z.regex(/^([1-9]\d{0,3}|none)$/))),
  contact: z.optional(z.enum([...contactBands, 'started', 'reached'])),
  /** Instead of guests: who was entered into these days, or taken away from them, since that day. */
  changedSince: z.optional(calendarDay),
}
const figure = z.object(figureQuery)
export type Figure = z.infer<typeof figure>

const guest = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  firstVisitOn: z.string(),
  secondVisitOn: text,
  memberOn: text,
  activities: count,
  isArchived: z.boolean(),
})
export type Guest = z.infer<typeof guest>

export const listFigurePeople = endpoint({
  method: 'GET',
  path: '/api/followup/analytics/people',
  access,
  summary: 'The people behind a figure, the latest first: as many as the figure says',
  query: z.object({ ...figureQuery, cursor: pageQuery.cursor, limit: pageQuery.limit }),
  response: pageOf(guest),
  errors: ['invalid_input', 'invalid_cursor'],
})

/** Columns of their file, in the order of the file. */
export const guestColumns = [
  'firstName',
  'lastName',
  'firstVisitOn',
  'secondVisitOn',
  'memberOn',
  'activities',
] as const
export type GuestColumn = (typeof guestColumns)[number]

export const exportFigurePeople = endpoint({
  method: 'GET',
  path: '/api/followup/analytics/people/export',
  access,
  summary: 'The people behind a figure as a file',
  query: z.object({ ...figureQuery, ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})
