import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { channels, outcomes } from './look-ups.ts'

const access = { ability: 'followup.manage' } as const
const text = z.nullable(z.string())

/** Why somebody stands on the list of a day, in the order of the list. */
export const dayReason = z.enum(['overdue', 'due', 'returned', 'untouched'])
export type DayReason = z.infer<typeof dayReason>

export const dayCard = z.object({
  personId: id,
  memberType: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  phone: text,
  email: text,
  pictureUrl: text,
  smsRefused: z.boolean(),
  emailRefused: z.boolean(),
  reason: dayReason,
  /** Of a task: what is to be done, and when it is due. */
  task: z.nullable(z.object({ id, instructions: z.string(), dueAt: z.string(), type: z.nullable(z.int()) })),
  /** Hours since the visit, where nobody has reached them yet. */
  waitingHours: z.nullable(z.int()),
  /** Working hours since somebody did something, and when the card goes on. */
  untouchedHours: z.int(),
  handOnAt: text,
  deputyName: text,
  /** The last contact. */
  last: z.nullable(
    z.object({
      at: z.string(),
      byName: text,
      channel: z.nullable(z.enum(channels)),
      outcome: z.nullable(z.enum(outcomes)),
    }),
  ),
  ownerName: text,
})
export type DayCard = z.infer<typeof dayCard>

const band = z.object({
  people: z.int(),
  names: z.array(z.object({ id, firstName: z.string(), lastName: z.string() })),
})

const myDay = z.object({
  cards: z.array(dayCard),
  snoozed: z.int(),
  doneToday: z.int(),
  openTasks: z.int(),
  /** When the next task is due, where nothing is to be done now. */
  next: z.nullable(z.object({ name: z.string(), dueAt: z.string() })),
  firstContact: z.object({
    /** Who waits: under 24 hours since the visit, to 36, to 72, longer. */
    bands: z.array(band),
    /** Of the visits of the last 90 days: hours until half, and until nine of ten, were reached; null: of too few to say. */
    median: z.nullable(z.number()),
    ninth: z.nullable(z.number()),
    guests: z.int(),
    reached: z.int(),
  }),
  /** What was said on the welcome form and waits for a decision. */
  welcomeWaiting: z.int(),
})
export type MyDay = z.infer<typeof myDay>

export const readMyDay = endpoint({
  method: 'GET',
  path: '/api/followup/day',
  access,
  summary: 'Whom to care for today, what is late first',
  query: z.object({ whose: z.optional(z.enum(['mine', 'pool', 'all'])) }),
  response: myDay,
  errors: ['invalid_input'],
})

const absence = z.object({ id, fromDay: z.string(), untilDay: z.string(), deputyId: z.nullable(id) })
const team = z.object({
  members: z.array(
    z.object({
      id,
      firstName: z.string(),
      lastName: z.string(),
      isMe: z.boolean(),
      deputyId: z.nullable(id),
      absences: z.array(absence),
      people: z.int(),
    }),
  ),
  inPool: z.int(),
})
export type FollowupTeam = z.infer<typeof team>

export const readTeam = endpoint({
  method: 'GET',
  path: '/api/followup/team',
  access,
  summary: 'Who follows people up, who is away, and who stands in',
  response: team,
  errors: [],
})

/** The own one; anybody's only with `church.manage`. */
export const addAbsence = endpoint({
  method: 'POST',
  path: '/api/followup/team/{id}/absences',
  access,
  summary: 'Say on which days somebody is away, and who stands in',
  params: idParams,
  body: z.object({ fromDay: calendarDay, untilDay: calendarDay, deputyId: z.nullable(id) }),
  response: team,
  errors: ['invalid_input', 'not_on_team', 'not_allowed'],
  idempotent: true,
})

export const removeAbsence = endpoint({
  method: 'DELETE',
  path: '/api/followup/absences/{id}',
  access,
  summary: 'Take an absence back',
  params: idParams,
  response: team,
  errors: ['invalid_input', 'not_found', 'not_allowed'],
})

export const setDeputy = endpoint({
  method: 'PUT',
  path: '/api/followup/team/{id}/deputy',
  access,
  summary: 'Say who stands in for somebody; null: nobody',
  params: idParams,
  body: z.object({ deputyId: z.nullable(id) }),
  response: team,
  errors: ['invalid_input', 'not_on_team', 'not_allowed'],
})
