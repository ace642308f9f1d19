import type { Received } from '#contract/endpoint.ts'
import type { EmailContent } from '#contract/messaging/email-content.ts'
import type { sendEmail } from '#contract/messaging/emails.ts'
import type { Destination } from '#contract/messaging/sms.ts'
import { ApiError } from '../../platform/http/index.ts'
import { destinationOf } from '../sms/index.ts'

type Body = Received<typeof sendEmail>['body']

/** Whom an email is for: others are named by their addresses. */
export function emailDestinationOf(body: Body): Destination {
  const { phoneNumbers: emailAddresses, ...chosen } = destinationOf(body)
  return { ...chosen, ...(emailAddresses ? { emailAddresses } : {}) }
}

/** What existing clients wrote; of other blocks they know nothing. */
export const htmlOf = ({ blocks }: EmailContent): string =>
  blocks.map((block) => (block.type === 'html' ? block.html : '')).join('')

/** What existing clients write is one HTML document. */
export function contentOf({ subject, message, blocks, ...more }: Body): EmailContent {
  const { preview, language, topic, neutralName } = more
  const written = blocks ?? (message?.trim() ? [{ type: 'html' as const, html: message }] : [])
  if (written.length === 0) throw new ApiError('invalid_input', { fields: { 'body.message': 'Enter your message' } })
  return { subject, preview, language, topic, neutralName, blocks: written }
}
