import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'

const access = { ability: 'followup.manage' } as const
const path = '/api/FirsttimerManager'

/** An instant, or a day and time of the church's clocks; a day alone is due at 17:00 of it. Empty: at no time. */
const when = z.nullish(z.string().check(z.maxLength(40)))
/** A number, its text, or nothing: existing clients send what their fields hold. */
const number = z.nullish(z.union([z.number(), z.string().check(z.maxLength(40))]))
const nobody = z.literal('')
const line = (most: number) => z.nullish(z.string().check(z.maxLength(most)))

const taskBody = {
  /** Minutes before (30, 60, 1440), those words of the choices, or an instant. */
  reminder: number,
  dueDate: when,
  note: line(4_000),
  /** An activity type of the look-ups. */
  type: number,
  /** High 0, Low 1. */
  priority: number,
  /** Account that does it; none: whoever looks after the person. */
  personID: z.nullish(z.union([id, nobody])),
  /** Pending 0, InProgress 1, Completed 2, Cancelled 3, Rescheduled 4, Stalled 5. */
  status: number,
}

export const taskComment = z.object({
  id,
  message: z.string(),
  personName: z.string(),
  /** Instant. */
  date: z.string(),
  /** Whoever asks wrote it, and may change it. */
  isMine: z.boolean(),
  isEdited: z.boolean(),
})
export type TaskComment = z.infer<typeof taskComment>

export const followupTask = z.object({
  id,
  instructions: z.string(),
  dateCreated: z.string(),
  dateUpdated: z.string(),
  /** Minutes before; null: none. */
  reminder: z.nullable(z.int()),
  dueDate: z.nullable(z.string()),
  note: z.string(),
  type: z.nullable(z.int()),
  priority: z.int(),
  status: z.int(),
  /** Account that does it, and its name; null: nobody does. */
  personID: z.nullable(id),
  ownerName: z.nullable(z.string()),
  /** About whom. */
  contacts: z.string(),
  contactID: id,
  memberType: z.int(),
  comments: z.int(),
})
export type FollowupTask = z.infer<typeof followupTask>

const written = { errors: ['invalid_input', 'not_found', 'archived', 'not_on_team'] } as const

export const createTask = endpoint({
  method: 'POST',
  path: `${path}/tasks/create`,
  access,
  summary: 'Add a task about a first-timer or new convert',
  body: z.object({
    ...taskBody,
    instructions: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    contacts: id,
  }),
  response: z.object({ returnObject: followupTask }),
  ...written,
  idempotent: true,
})

/** The whole task; what is missing stays. */
export const editTask = endpoint({
  method: 'PUT',
  path: `${path}/task/{id}/edit`,
  access,
  summary: 'Change a task, or its status',
  params: idParams,
  body: z.object({
    ...taskBody,
    instructions: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  }),
  response: z.object({ returnObject: followupTask }),
  ...written,
})

const comment = z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000))

/** The id of the path is the task. */
export const addComment = endpoint({
  method: 'POST',
  path: `${path}/task/{id}/comment`,
  access,
  summary: 'Comment on a task',
  params: idParams,
  body: z.object({ comment }),
  response: z.object({ returnObject: taskComment }),
  errors: ['invalid_input', 'not_found', 'archived'],
  idempotent: true,
})

/** By who wrote it; else `not_allowed`. */
export const editComment = endpoint({
  method: 'PUT',
  path: `${path}/comment/{id}/edit`,
  access,
  summary: 'Change the own comment',
  params: idParams,
  body: z.object({ comment }),
  response: z.object({ returnObject: taskComment }),
  errors: ['invalid_input', 'not_found', 'not_allowed'],
})

export const removeComment = endpoint({
  method: 'DELETE',
  path: `${path}/comment/{id}/delete`,
  access,
  summary: 'Delete the own comment',
  params: idParams,
  response: z.object({ response: z.string() }),
  errors: ['invalid_input', 'not_found', 'not_allowed'],
})

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/followup/tasks',
  access,
  summary: 'Tasks by when they are due; of one status, or all that are open',
  query: z.object({
    ...pageQuery,
    status: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(5))),
    priority: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1))),
    /** Account that does them. */
    owner: z.optional(id),
  }),
  response: z.extend(pageOf(followupTask), {
    /** Of each status, from 0 to 5. */
    counts: z.array(z.int()),
  }),
  errors: ['invalid_input', 'invalid_cursor'],
})
