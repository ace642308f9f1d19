import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Letters, digits and single hyphens: what stands in /checkin/<slug>. */
export const slug = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))
export const isoCode = z.string().check(z.regex(/^[A-Z]{2}$/))
export const timeZone = z.string().check(z.minLength(1), z.maxLength(60))

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
