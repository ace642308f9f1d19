import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { idParams } from '../pages.ts'

export const LOGO_MAX_BYTES = 8 * 1024 * 1024

/** Letters, digits and single hyphens: what stands in /checkin/<slug>. */
export const slug = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))
export const isoCode = z.string().check(z.regex(/^[A-Z]{2}$/))
export const timeZone = z.string().check(z.minLength(1), z.maxLength(60))
const shortText = z.string().check(z.trim(), z.maxLength(120))

export const country = z.object({
  /** ISO 3166-1 numeric, for clients that name countries by number. */
  id: z.int(),
  name: z.string(),
  isoCode: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  /** With plus: +234. */
  dialCode: z.string(),
  /** IANA names of the country, the most usual first. */
  timeZones: z.array(z.string()),
})
export type Country = z.infer<typeof country>

export const listCountries = endpoint({
  method: 'GET',
  path: '/api/countries',
  access: 'public',
  summary: 'Countries by name with currency, dial code and time zones',
  response: z.array(country),
  errors: [],
})

export const getAllCountries = endpoint({
  method: 'GET',
  path: '/api/GetAllCountries',
  access: 'public',
  summary: 'Countries in the shape of existing clients',
  response: z.array(z.object({ id: z.int(), name: z.string(), currency: z.string(), isoCode: z.string() })),
  errors: [],
})

export const churchProfile = z.object({
  name: z.string(),
  slug: z.nullable(z.string()),
  pastorName: z.nullable(z.string()),
  city: z.nullable(z.string()),
  isoCode: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  logoUrl: z.nullable(z.string()),
})
export type ChurchProfile = z.infer<typeof churchProfile>

export const readChurch = endpoint({
  method: 'GET',
  path: '/api/identity/church',
  access: { ability: 'church.manage' },
  summary: 'The profile of the church',
  response: churchProfile,
  errors: [],
})

/** The currency follows the country. Changing the country changes no balance: units stay units. */
export const updateChurch = endpoint({
  method: 'PUT',
  path: '/api/identity/church',
  access: { ability: 'church.manage' },
  summary: 'Change the profile of the church',
  body: z.object({
    name: shortText.check(z.minLength(1)),
    slug,
    pastorName: z.nullable(shortText),
    city: z.nullable(shortText),
    isoCode,
    timeZone,
  }),
  response: churchProfile,
  errors: ['invalid_input', 'slug_taken'],
})

/** Whether a slug is free, and a free one near it. */
export const checkSlug = endpoint({
  method: 'GET',
  path: '/api/identity/slug',
  access: 'public',
  summary: 'Whether an address for a church is free',
  query: z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({ slug: z.string(), free: z.boolean() }),
  errors: ['invalid_input', 'too_many_tries'],
})

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/identity/church/logo',
  access: { ability: 'church.manage' },
  summary: 'Set the logo: JPEG, PNG or WebP; it is re-encoded and loses its metadata',
  multipart: { field: 'logo', maxBytes: LOGO_MAX_BYTES },
  response: z.object({ logoUrl: z.string() }),
  errors: ['invalid_input', 'unsupported_image', 'too_large'],
})

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/api/identity/church/logo',
  access: { ability: 'church.manage' },
  summary: 'Remove the logo',
  response: z.object({ logoUrl: z.null() }),
  errors: [],
})

/** A picture of the own church; its address never changes its picture. */
export const readPicture = endpoint({
  method: 'GET',
  path: '/api/pictures/{id}',
  access: 'signed_in',
  summary: 'A picture of the church or of one of its people',
  params: idParams,
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'not_found'],
})

export const getChurchProfileById = endpoint({
  method: 'GET',
  path: '/GetChurchProfileById',
  access: 'signed_in',
  summary: 'The profile of the own church in the shape of existing clients; any tenantId of another is not found',
  query: z.object({ tenantId: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.object({
    returnObject: z.object({
      logo: z.nullable(z.string()),
      name: z.string(),
      countryID: z.int(),
      pastorName: z.nullable(z.string()),
    }),
  }),
  errors: ['invalid_input', 'not_found'],
})
