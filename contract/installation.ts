import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How whoever needs help reaches the people of this installation; null: not that way. */
export const support = z.object({
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** A chat service, for example https://wa.me/2348031234567. */
  chatUrl: z.nullable(z.string()),
})
export type Support = z.infer<typeof support>

export const readSupport = endpoint({
  method: 'GET',
  path: '/api/support',
  access: 'public',
  summary: 'How to reach the people who run this installation',
  response: support,
  errors: [],
})
