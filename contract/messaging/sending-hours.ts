import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** `HH:mm` on a clock. */
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const closingTime = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))

export const openHours = z
  .object({ opens: clockTime, closes: closingTime })
  .check(z.refine(({ opens, closes }) => opens < closes, 'Closes after it opens.'))
export type OpenHours = z.infer<typeof openHours>

export const sendingHours = z.object({
  id: z.string(),
  /** Of the recipients; null: every country without hours of its own. */
  country: z.nullable(z.string()),
  routeId: z.nullable(z.string()),
  /** null: every route without hours of its own. */
  routeName: z.nullable(z.string()),
  /** `personal`: codes, receipts, calls to a parent. Without hours of their own those leave at any time. */
  kind: z.enum(['bulk', 'personal']),
  /** Whose clock decides. */
  zone: z.enum(['church', 'recipient']),
  /** Monday to Sunday; null: not on that day. */
  week: z.array(z.nullable(openHours)).check(z.length(7)),
  /** What had to wait leaves then instead of at the opening. */
  releases: z.nullable(clockTime),
  closedOnHolidays: z.boolean(),
  /** On days without hours, for churches that state that their people agreed; null: nothing can be agreed. */
  agreed: z.nullable(openHours),
  /** Where the rule stands, and the day it was looked up last. */
  source: z.string(),
  checkedOn: z.string(),
})
export type SendingHours = z.infer<typeof sendingHours>

/** Who of the church stated it, and when. */
const agreement = z.object({ isoCode: z.string(), by: z.string(), at: z.string() })

export const listSendingHours = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/hours',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'When messages may leave, by country, and what the church states that its people agreed to',
  response: z.object({ hours: z.array(sendingHours), agreements: z.array(agreement) }),
  errors: [],
})

/** `not_found`: in this country nothing can be agreed. */
export const stateAgreement = endpoint({
  method: 'PUT',
  path: '/api/messaging/sms/agreements/{isoCode}',
  access: { ability: 'church.manage' },
  summary: 'State, or withdraw, that the people of the church agreed to messages on days without sending hours',
  params: z.object({ isoCode: z.string().check(z.regex(/^[A-Z]{2}$/)) }),
  body: z.object({ agreed: z.boolean() }),
  response: z.object({ agreements: z.array(agreement) }),
  errors: ['invalid_input', 'not_found'],
})
