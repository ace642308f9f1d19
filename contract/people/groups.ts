import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, idParams } from '../pages.ts'

export const groupRow = z.object({
  id,
  name: z.string(),
  /** The heading that it stands under in pickers. */
  category: z.string(),
  description: z.string(),
  /** Not counting archived people. */
  people: z.int(),
})
export type GroupRow = z.infer<typeof groupRow>

const groupInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  category: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  description: z.string().check(z.trim(), z.maxLength(500)),
})

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/people/groups',
  access: { ability: 'people.read', whileGated: true },
  summary: 'Groups of the church with the number of people in each',
  response: z.array(groupRow),
  errors: [],
})

/** A church has one group of a name, whatever the case: `name_taken`. */
export const addGroup = endpoint({
  method: 'POST',
  path: '/api/people/groups',
  access: { ability: 'people.write' },
  summary: 'Add a group',
  body: groupInput,
  response: groupRow,
  errors: ['invalid_input', 'name_taken'],
  idempotent: true,
})

export const editGroup = endpoint({
  method: 'PUT',
  path: '/api/people/groups/{id}',
  access: { ability: 'people.write' },
  summary: 'Change a group',
  params: idParams,
  body: groupInput,
  response: groupRow,
  errors: ['invalid_input', 'not_found', 'name_taken'],
})

/** The people in it stay. */
export const removeGroup = endpoint({
  method: 'DELETE',
  path: '/api/people/groups/{id}',
  access: { ability: 'people.write' },
  summary: 'Remove a group',
  params: idParams,
  response: z.object({ removed: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})

/** By name, category or number of people; with a minus from the end. Without it by name. */
export const groupSort = z.enum(['name', '-name', 'category', '-people', 'people'])
export type GroupSort = z.infer<typeof groupSort>

export const groupColumns = ['name', 'category', 'description', 'people'] as const
export const exportGroups = endpoint({
  method: 'GET',
  path: '/api/people/groups/export',
  access: { ability: 'people.read' },
  summary: 'The groups as a file',
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(100))),
    sort: z.optional(groupSort),
    ...exportQuery,
  }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})
