import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'

export const custodyActs = [
  'checked_in',
  'moved',
  'labels_reprinted',
  'collector_came',
  'parent_called',
  'checked_out',
  'release_refused',
  'released_by_two',
  'left_unauthorised',
  'conflict',
  'settled',
  'taken_over',
] as const
export const custodyAct = z.enum(custodyActs)
export type CustodyAct = z.infer<typeof custodyAct>

/** What two stations did apart that does not go together. */
export const conflictReasons = ['two_collectors', 'two_classes', 'refused_elsewhere'] as const
export type ConflictReason = (typeof conflictReasons)[number]

/**
 * Why the time that a station gave cannot be: `unreadable`; `ahead` of ours; `before_previous` act of the station;
 * `before_pack`: nobody there had the event then; `pack_over`: its pack was older than a day; `before_check_in` of the child.
 */
export const oddTimes = [
  'unreadable',
  'ahead',
  'before_previous',
  'before_pack',
  'pack_over',
  'before_check_in',
] as const
export type OddTime = (typeof oddTimes)[number]

/** What was done elsewhere, of a conflict. */
const otherEntry = z.object({
  at: z.string(),
  act: custodyAct,
  className: z.nullable(z.string()),
  collectorName: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
  stationName: z.nullable(z.string()),
})

export const entryWords = {
  childName: z.nullable(z.string()),
  className: z.nullable(z.string()),
  collectorName: z.nullable(z.string()),
  /** Null: not known. A station said who it was, and that could not be. */
  actorName: z.nullable(z.string()),
  /** Whoever was signed in when a station sent it, where that was somebody else. */
  broughtByName: z.nullable(z.string()),
  stationName: z.nullable(z.string()),
  /** Why a release was refused, was made by two, or had no authority; of `conflict` what does not go together. */
  reason: z.nullable(z.string()),
  /** What the station gave as the time, where that cannot be; `at` is when we heard of it. */
  oddTime: z.nullable(z.object({ why: z.enum(oddTimes), claimed: z.string() })),
  /** Of a conflict: what was done elsewhere. Of `settled`: the entry that was settled. */
  other: z.nullable(otherEntry),
}

/** Something in the log that a check-in leader has to look at. */
export const incident = z.object({
  eventId: id,
  number: z.int(),
  eventName: z.string(),
  at: z.string(),
  act: z.enum(['left_unauthorised', 'conflict']),
  ...entryWords,
  /** Whether the church has the child in class at that event. */
  isChildHere: z.boolean(),
})
export type Incident = z.infer<typeof incident>

export const listIncidents = endpoint({
  method: 'GET',
  path: '/api/checkin/incidents',
  access: { ability: 'checkin.desk', whileGated: true },
  summary: 'What a check-in leader has to settle; the latest first',
  response: z.array(incident),
  errors: [],
})

/** Settling is an entry of the log too. Again is the same answer. */
export const settleIncident = endpoint({
  method: 'POST',
  path: '/api/checkin/incidents/settle',
  access: { ability: 'checkin.manage', whileGated: true },
  summary: 'Say what came of it',
  body: z.object({
    eventId: id,
    number: z.int().check(z.gte(1), z.lte(2_147_483_647)),
    note: z.string().check(z.trim(), z.minLength(5), z.maxLength(500)),
    /** A child who stands in class and has left: from now on it is not here any more. */
    isChildGone: z.boolean(),
  }),
  response: z.object({ settled: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})
