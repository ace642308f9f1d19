import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'

/** Roles in a family by the numbers that existing clients know. */
export const familyRoles = { father: 1, mother: 2, son: 3, daughter: 4, ward: 5, guardian: 6, other: 7 } as const
export const familyRole = z.int().check(z.gte(1), z.lte(7))

const member = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  role: familyRole,
  phone: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
  /** False: came by the portal, and nobody has confirmed them yet. */
  confirmed: z.boolean(),
})

export const familyRow = z.object({
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  homePhone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Parents first, then children, guardians, others; archived people are left out. */
  members: z.array(member),
  /** Grows with each change of the family or of who belongs to it: hand it back when editing. */
  version: z.int(),
})
export type FamilyRow = z.infer<typeof familyRow>

export const listFamilies = endpoint({
  method: 'GET',
  path: '/api/families',
  access: { ability: 'people.read' },
  summary: 'Families by name; search by the name of the family or the words of its people',
  query: z.object({ ...pageQuery, sort: z.optional(z.enum(['name', '-name'])) }),
  response: pageOf(familyRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const familyColumns = ['name', 'members', 'homePhone', 'email', 'address'] as const
export const exportFamilies = endpoint({
  method: 'GET',
  path: '/api/families/export',
  access: { ability: 'people.read' },
  summary: 'The families as a file',
  query: z.object({ search: pageQuery.search, sort: z.optional(z.enum(['name', '-name'])), ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

export const readFamily = endpoint({
  method: 'GET',
  path: '/api/families/{id}',
  access: { ability: 'people.read' },
  summary: 'One family',
  params: idParams,
  response: familyRow,
  errors: ['invalid_input', 'not_found'],
})

const familyInput = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  email: z.nullable(z.string().check(z.trim(), z.maxLength(254))),
  homePhone: z.nullable(z.string().check(z.trim(), z.maxLength(60))),
  address: z.nullable(z.string().check(z.trim(), z.maxLength(300))),
}
const members = z.array(z.object({ personId: id, role: familyRole })).check(z.maxLength(30))

export const addFamily = endpoint({
  method: 'POST',
  path: '/api/families',
  access: { ability: 'people.write' },
  summary: 'Add a family with the people in it',
  body: z.object({ ...familyInput, members }),
  response: familyRow,
  errors: ['invalid_input', 'not_found'],
  idempotent: true,
})

/** Refused as `changed_meanwhile` when somebody else has changed the family since `version`. */
export const editFamily = endpoint({
  method: 'PUT',
  path: '/api/families/{id}',
  access: { ability: 'people.write' },
  summary: 'Change a family; `members` are all who belong to it from now on',
  params: idParams,
  body: z.object({ ...familyInput, members, version: z.int() }),
  response: familyRow,
  errors: ['invalid_input', 'not_found', 'changed_meanwhile'],
})

/** The people stay. */
export const removeFamily = endpoint({
  method: 'DELETE',
  path: '/api/families/{id}',
  access: { ability: 'people.write' },
  summary: 'Remove a family',
  params: idParams,
  response: z.object({ removed: z.literal(true) }),
  errors: ['invalid_input', 'not_found', 'in_class'],
})
