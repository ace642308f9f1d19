import { z } from 'zod/mini'
import { timeLine } from '../billing/subscription.ts'
import { calendarDay } from '../calendar.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { gate } from '../identity/session.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { consoleChange, reason } from './changes.ts'

export const consoleChurch = z.object({
  id,
  name: z.string(),
  city: z.nullable(z.string()),
  isoCode: z.string(),
  currency: z.string(),
  planId: z.nullable(id),
  planName: z.string(),
  membershipSize: z.int(),
  people: z.int(),
  expiresOn: z.string(),
  gate,
  /** Free SMS units. */
  units: z.int(),
  createdAt: z.string(),
  /** When anybody of its staff last used Narthex, within ten minutes; null: never. */
  lastActiveAt: z.nullable(z.string()),
})
export type ConsoleChurch = z.infer<typeof consoleChurch>

export const consoleChurchSort = z.enum([
  'name',
  '-name',
  'expires',
  '-expires',
  'people',
  '-people',
  'units',
  '-units',
  'active',
  '-active',
])
const filter = {
  search: pageQuery.search,
  gate: z.optional(gate),
  isoCode: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
}

export const listChurches = endpoint({
  method: 'GET',
  path: '/api/operator/churches',
  access: 'operator',
  summary: 'Churches of the installation with plan, expiry, size, units and last activity',
  query: z.object({ ...pageQuery, ...filter, sort: z.optional(consoleChurchSort) }),
  response: pageOf(consoleChurch),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const churchColumns = [
  'name',
  'city',
  'country',
  'plan',
  'expires',
  'gate',
  'people',
  'membershipSize',
  'units',
  'created',
  'lastActive',
] as const
export const exportChurches = endpoint({
  method: 'GET',
  path: '/api/operator/churches/export',
  access: 'operator',
  summary: 'The churches as a file',
  query: z.object({ ...filter, sort: z.optional(consoleChurchSort), ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

export const readConsoleChurch = endpoint({
  method: 'GET',
  path: '/api/operator/churches/{id}',
  access: 'operator',
  summary: 'One church',
  params: idParams,
  response: consoleChurch,
  errors: ['invalid_input', 'not_found'],
})

/**
 * Lifts or moves a gate by hand, once a second operator has confirmed: the church's next request knows then, and reads act
 * and reason in its log. null: the church has this plan and this expiry already.
 */
export const changeSubscription = endpoint({
  method: 'PUT',
  path: '/api/operator/churches/{id}/subscription',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for another plan or expiry of a church; a second operator confirms',
  params: idParams,
  body: z.object({ planId: z.nullable(id), expiresOn: calendarDay, reason }),
  response: z.nullable(consoleChange),
  errors: ['invalid_input', 'not_found'],
})

/** So many days one operator alone may give a church within thirty days; for more it takes two. */
export const DAYS_GIVEN_ALONE = 14
/** And so many to all churches together: what one gives alone stays small, however many churches there are. */
export const DAYS_GIVEN_BY_ONE = 70

export const grantDays = endpoint({
  method: 'POST',
  path: '/api/operator/churches/{id}/days',
  access: 'operator',
  recentPassword: true,
  summary: 'Give a church days, with a reason; above the limit a second operator confirms',
  params: idParams,
  /** `expiresOn`: the last day as the operator saw it; another is refused, so that a second press gives nothing more. */
  body: z.object({ days: z.int().check(z.gte(1), z.lte(366)), expiresOn: calendarDay, reason }),
  /** `change`: what waits for a second operator; null: the days are given. */
  response: z.object({ expiresOn: z.string(), change: z.nullable(consoleChange) }),
  errors: ['invalid_input', 'not_found', 'changed_meanwhile'],
})

export const readConsoleTimeLine = endpoint({
  method: 'GET',
  path: '/api/operator/churches/{id}/timeline',
  access: 'operator',
  summary: 'Why the subscription of a church stands where it stands',
  params: idParams,
  response: timeLine,
  errors: ['invalid_input', 'not_found'],
})
