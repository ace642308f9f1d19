import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { idParams } from '../pages.ts'
import { withoutLink } from './names.ts'
import { isoCode, slug, timeZone } from './countries.ts'

export const LOGO_MAX_BYTES = 8 * 1024 * 1024

const shortText = z.string().check(z.trim(), z.maxLength(120), withoutLink)

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

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/identity/church/logo',
  access: { ability: 'church.manage' },
  summary: 'Set the logo: JPEG, PNG or WebP; it is re-encoded and loses its metadata',
  multipart: { field: 'logo', maxBytes: LOGO_MAX_BYTES },
  response: z.object({ logoUrl: z.string() }),
  errors: ['invalid_input', 'unsupported_image', 'too_large', 'too_many_tries'],
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
