import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { id } from '../pages.ts'

/** The church's own calls of clients that exist already, in their shapes. */

/**
 * Name and logo of a church, for the door of a portal: nobody needs to be signed in for them. Its own staff also reads the
 * country and the pastor. Without `tenantId` it is the church of whoever is signed in.
 */
export const getChurchProfileById = endpoint({
  method: 'GET',
  path: '/GetChurchProfileById',
  access: 'public',
  summary: 'The profile of a church in the shape of existing clients: name and logo, and all of it for its own staff',
  query: z.object({ tenantId: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.object({
    returnObject: z.object({
      logo: z.nullable(z.string()),
      name: z.string(),
      countryID: z.optional(z.int()),
      pastorName: z.optional(z.nullable(z.string())),
    }),
  }),
  errors: ['invalid_input', 'not_found'],
})

/** Where the pictures in answers to existing clients lead: they show them in pages of another origin, without a session. */
export const readSignedPicture = endpoint({
  method: 'GET',
  path: '/api/signed-pictures/{church}/{picture}/{until}/{signature}',
  access: 'public',
  summary: 'A picture by a signed address, until it expires',
  params: z.object({
    church: id,
    picture: id,
    /** Unix seconds. */
    until: z.coerce.number().check(z.int(), z.gte(0), z.lte(99_999_999_999)),
    signature: z.string().check(z.regex(/^[\w-]{43}$/)),
  }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found'],
})

const branches = z.array(z.object({ id, name: z.string() }))

/** A church has no branches here: it is its own. */
export const getBranches = endpoint({
  method: 'GET',
  path: '/api/Branching',
  access: 'signed_in',
  summary: 'The branches of the church: itself',
  response: branches,
  errors: [],
})

export const getBranchesBasicInformation = endpoint({
  method: 'GET',
  path: '/api/Branching/GetBranchesBasicInformation',
  access: 'signed_in',
  summary: 'The same under its other name',
  response: branches,
  errors: [],
})

export const getChurchUsers = endpoint({
  method: 'GET',
  path: '/api/Settings/ChurchUsers',
  access: { ability: 'people.read' },
  summary: 'Who works with Narthex in this church',
  response: z.array(z.object({ id, name: z.string(), email: z.string(), roles: z.array(z.string()) })),
  errors: [],
})
