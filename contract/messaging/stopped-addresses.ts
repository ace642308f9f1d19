import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, pageOf, pageQuery } from '../pages.ts'
import { addressStop, releaseReason } from '../people/consent.ts'

/** An address that gets no emails to groups because of what came back. */
const stoppedAddress = z.extend(addressStop, {
  address: z.string(),
  /** Who has it now; null: nobody in People. */
  person: z.nullable(z.object({ id, name: z.string() })),
})
export type StoppedAddress = z.infer<typeof stoppedAddress>

export const listStoppedAddresses = endpoint({
  method: 'GET',
  path: '/api/messaging/email/stopped',
  access: { ability: 'messages.read' },
  summary: 'Addresses that are stopped, newest first, whoever has them or nobody; search in the address and the name',
  query: z.object(pageQuery),
  response: pageOf(stoppedAddress),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const releaseStoppedAddress = endpoint({
  method: 'POST',
  path: '/api/messaging/email/stopped/release',
  access: { ability: 'messages.send' },
  summary: 'Let emails go to an address again, with a reason. Again changes nothing',
  body: z.object({ address: z.string().check(z.maxLength(254)), reason: releaseReason }),
  response: z.object({ released: z.boolean() }),
  errors: ['invalid_input'],
})
