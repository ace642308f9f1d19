import type { CallArgs } from '#contract/endpoint.ts'
import { ALL_CONTACTS, MESSAGE_MAX_LENGTH, type quoteSms, type sendSms } from '#contract/messaging/sms.ts'
import { destinationOf, neutralNameOf, usesName, type Draft } from './draft.ts'

export type QuoteBody = CallArgs<typeof quoteSms>['body']
export type SendBody = CallArgs<typeof sendSms>['body']

/** What the server is asked about the cost, or null while there is nothing to ask about. */
export function quoteBodyOf(draft: Draft): QuoteBody | null {
  const destination = destinationOf(draft)
  const neutralName = neutralNameOf(draft)
  if (!destination || draft.message.trim() === '' || draft.message.length > MESSAGE_MAX_LENGTH) return null
  return { destination, message: draft.message, ...(neutralName && { neutralName }) }
}

/** The send of a draft, without the units that were agreed to. */
export function sendBodyOf(draft: Draft, sender: string): SendBody {
  const { allContacts, groupIds = [], personIds = [], phoneNumbers, contactFileId } = destinationOf(draft) ?? {}
  const groupedContacts = [...(allContacts ? [ALL_CONTACTS] : []), ...groupIds.map((id) => `group_${id}`)]
  const neutralName = neutralNameOf(draft)
  return {
    subject: sender,
    message: draft.message,
    isPersonalized: usesName(draft.message),
    ...(groupedContacts.length > 0 && { groupedContacts }),
    ...(personIds.length > 0 && { ToContacts: personIds.join(',') }),
    ...(phoneNumbers && { toOthers: phoneNumbers }),
    ...(contactFileId && { contactFileId }),
    ...(neutralName && { neutralName }),
  }
}
