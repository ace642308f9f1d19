import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'

/** Lists whose search, filters, sort and columns can be kept under a name. */
export const listName = z.enum([
  'people',
  'families',
  'groups',
  'imports',
  'import-rows',
  'sent-sms',
  'recipients',
  'staff',
  'audit',
  'payments',
  'statement',
])
export type ListName = z.infer<typeof listName>

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
/** The part of the address after the question mark; what it says is checked by the list when it is opened. */
const state = z.string().check(z.maxLength(2_000))

export const savedView = z.object({
  id,
  list: listName,
  name: z.string(),
  state: z.string(),
  shared: z.boolean(),
  /** Only the own ones can be changed; owners remove shared ones of others too. */
  isOwn: z.boolean(),
})
export type SavedView = z.infer<typeof savedView>

export const listViews = endpoint({
  method: 'GET',
  path: '/api/identity/views',
  access: 'signed_in',
  summary: 'Saved views of a list: the own ones and those that are shared, by name',
  query: z.object({ list: listName }),
  response: z.array(savedView),
  errors: ['invalid_input', 'not_allowed'],
})

export const saveView = endpoint({
  method: 'POST',
  path: '/api/identity/views',
  access: 'signed_in',
  summary: 'Keep a view; one of the same name is replaced',
  body: z.object({ list: listName, name, state, shared: z.boolean() }),
  response: savedView,
  errors: ['invalid_input', 'not_allowed'],
})

export const removeView = endpoint({
  method: 'DELETE',
  path: '/api/identity/views/{id}',
  access: 'signed_in',
  summary: 'Remove an own view; owners also shared ones of others',
  params: idParams,
  response: z.object({ removed: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})
