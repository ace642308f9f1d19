import { z } from 'zod/mini'
import { eventRow } from '../checkin/events.ts'
import { endpoint } from '../endpoint.ts'
import { campaignRow } from '../messaging/sent-sms.ts'
import { peopleFigures } from '../people/persons.ts'

/** What a new church does before its first Sunday, in this order. */
export const firstStepNames = ['people', 'sender', 'event', 'units', 'helper'] as const
export type FirstStepName = (typeof firstStepNames)[number]

/** Told by what is true of the church now: a step whose ground is gone is to be done again. */
export const firstStep = z.object({
  name: z.enum(firstStepNames),
  /** `waiting`: for somebody else. `refused`: to be done otherwise. */
  state: z.enum(['todo', 'waiting', 'refused', 'done']),
  /** The file, the sender ID, the event, or who was invited. */
  about: z.nullable(z.string()),
  /** People; people who can be texted while there are no units; units. */
  count: z.nullable(z.int()),
  /** When people were imported, or the event begins; ISO 8601. */
  at: z.nullable(z.string()),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
})
export type FirstStep = z.infer<typeof firstStep>

/** A sender ID that is not approved, or not yet. */
const openSender = z.object({
  mask: z.string(),
  state: z.enum(['waiting', 'refused']),
  reason: z.nullable(z.string()),
})

export const readDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'staff',
  summary: 'What whoever asks should know today, as far as they may see it; null is what they may not',
  response: z.object({
    /** The steps that whoever asks may do; empty: none of them. */
    firstSteps: z.array(firstStep),
    /** Whether they put the list away. */
    firstStepsHidden: z.boolean(),
    isTrial: z.boolean(),
    people: z.nullable(peopleFigures),
    /** First-timers of the last 30 days, who of them came again, and those of the 30 days before. */
    guests: z.nullable(z.object({ guests: z.int(), returned: z.int(), before: z.int() })),
    /** The next one that is not cancelled, or the one that is on. */
    event: z.nullable(eventRow),
    /** Of the address at which families register, `/checkin/<slug>`. */
    slug: z.nullable(z.string()),
    /** The newest sends. */
    messages: z.nullable(z.array(campaignRow)),
    senders: z.nullable(z.array(openSender)),
  }),
  errors: [],
})

export type Dashboard = z.infer<(typeof readDashboard)['response']>

export const hideFirstSteps = endpoint({
  method: 'PUT',
  path: '/api/dashboard/first-steps',
  access: 'staff',
  summary: 'Put the list of first steps away, or bring it back; for oneself',
  body: z.object({ hidden: z.boolean() }),
  response: z.object({ hidden: z.boolean() }),
  errors: ['invalid_input'],
})
