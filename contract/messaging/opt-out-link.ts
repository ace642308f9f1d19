import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const setting = z.object({
  /** Bulk messages end in a line by which the recipient stops them. */
  isOn: z.boolean(),
  /** That line, in its full length: it counts towards the pages of a message. */
  line: z.string(),
})

export const readOptOutLink = endpoint({
  method: 'GET',
  path: '/api/messaging/sms/opt-out-link',
  access: { ability: 'messages.read', whileGated: true },
  summary: 'Whether bulk messages end in an opt-out link, unless their sender says otherwise',
  response: setting,
  errors: [],
})

export const saveOptOutLink = endpoint({
  method: 'PUT',
  path: '/api/messaging/sms/opt-out-link',
  access: { ability: 'church.manage' },
  summary: 'Set whether bulk messages end in an opt-out link',
  body: z.object({ isOn: z.boolean() }),
  response: setting,
  errors: ['invalid_input'],
})
