import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint } from '../endpoint.ts'
import { sendingHours } from '../messaging/sending-hours.ts'
import { reason } from './changes.ts'
import { asked } from './settings.ts'

export const listHours = endpoint({
  method: 'GET',
  path: '/api/operator/hours',
  access: 'operator',
  summary: 'When messages may leave, by country and route, with the source of each rule',
  response: z.object({
    hours: z.array(sendingHours),
    /** From today, of the countries whose rules close on them. */
    holidays: z.array(z.object({ country: z.string(), day: z.string(), name: z.string(), isEstimated: z.boolean() })),
  }),
  errors: [],
})

export const hoursFields = z.extend(
  z.pick(sendingHours, { zone: true, week: true, releases: true, closedOnHolidays: true, agreed: true }),
  { source: z.string().check(z.trim(), z.minLength(3), z.maxLength(400)), checkedOn: calendarDay },
)

/** For whom and what hours are; there is one rule for each. */
export const hoursPlace = z.object({
  /** null: every country without hours of its own. */
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
  /** null: every route without hours of its own. */
  routeId: z.nullable(z.string().check(z.maxLength(40), z.regex(/^[a-z0-9-]+$/))),
  kind: sendingHours.shape.kind,
})

/** `name_taken`: there are hours for these already. */
export const addHours = endpoint({
  method: 'POST',
  path: '/api/operator/hours',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for sending hours of a country, a route or a kind of message; a second operator confirms',
  body: z.extend(hoursFields, { ...hoursPlace.shape, reason }),
  response: asked,
  errors: ['invalid_input', 'not_found', 'name_taken'],
})

/** Those for everywhere else stay: without them messages would leave at any hour of the night. */
export const removeHours = endpoint({
  method: 'POST',
  path: '/api/operator/hours/{id}/remove',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask to take sending hours away; a second operator confirms',
  params: z.object({ id: z.string().check(z.maxLength(40), z.regex(/^[a-z0-9-]+$/)) }),
  body: z.object({ reason }),
  response: asked,
  errors: ['invalid_input', 'not_found'],
})

/** In force from the next message that is handed over. */
export const editHours = endpoint({
  method: 'PUT',
  path: '/api/operator/hours/{id}',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for other sending hours; a second operator confirms',
  params: z.object({ id: z.string().check(z.maxLength(40), z.regex(/^[a-z0-9-]+$/)) }),
  body: z.extend(hoursFields, { reason }),
  response: asked,
  errors: ['invalid_input', 'not_found'],
})
