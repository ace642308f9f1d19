import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const access = { ability: 'followup.manage' } as const
const listId = z.int().check(z.gte(1), z.lte(30_000))
const listName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

export const track = z.enum(['first_timer', 'new_convert'])

export const stage = z.object({
  id: z.int(),
  track,
  name: z.string(),
  position: z.int(),
  /** What happens that brings somebody here by itself; null: only a person puts them here. */
  meaning: z.nullable(z.enum(['entry', 'contacted', 'returned', 'member'])),
  isRetired: z.boolean(),
})
export type FollowupStage = z.infer<typeof stage>

export const source = z.object({ id: z.int(), name: z.string(), position: z.int(), isRetired: z.boolean() })

const workingHours = z.object({
  /** After so many working hours a card that nobody touched goes to the deputy, or to the pool. */
  untouchedHours: z.int().check(z.gte(1), z.lte(400)),
  /** ISO: Monday 1 to Sunday 7. */
  workDays: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
  /** Minutes of the day. */
  workFrom: z.int().check(z.gte(0), z.lte(1439)),
  workUntil: z.int().check(z.gte(1), z.lte(1440)),
})

const settings = z.object({ stages: z.array(stage), sources: z.array(source), ...workingHours.shape })
export type FollowupSettings = z.infer<typeof settings>

export const readFollowupSettings = endpoint({
  method: 'GET',
  path: '/api/followup/settings',
  access,
  summary: 'Stages, sources and working hours of the follow-up; retired ones too',
  response: settings,
  errors: [],
})

/** In their order. Without an id it is a new one; who is left out is retired, and stays readable. */
const listed = z.object({ id: z.optional(listId), name: listName })

/**
 * What was sent takes the place of what was there. A stage that something leads to cannot be left out: `invalid_input`. Two of one
 * name: `name_taken`.
 */
export const changeFollowupSettings = endpoint({
  method: 'PUT',
  path: '/api/followup/settings',
  access: { ability: 'church.manage' },
  summary: 'Change stages, sources and working hours',
  body: z.object({
    stages: z.optional(z.object({ track, items: z.array(listed).check(z.minLength(1), z.maxLength(20)) })),
    sources: z.optional(z.array(listed).check(z.maxLength(30))),
    hours: z.optional(workingHours),
  }),
  response: settings,
  errors: ['invalid_input', 'not_found', 'name_taken'],
})
