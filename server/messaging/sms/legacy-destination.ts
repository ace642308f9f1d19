import { ALL_CONTACTS, type Destination } from '#contract/messaging/sms.ts'
import { ApiError } from '#server/platform/http/index.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const CATEGORY_AND_ID = /^.*_([0-9a-f-]{36})$/i

/** What existing clients send of the destination. */
export type LegacyDestination = {
  contacts?: unknown[] | null | undefined
  groupedContacts?: string[] | null | undefined
  ToContacts?: string | null | undefined
  toOthers?: string | null | undefined
  contactFileId?: string | undefined
}

/** Reads `category_id` strings, comma ids and selected persons into a destination. */
export function destinationOf(body: LegacyDestination): Destination {
  const groups = body.groupedContacts ?? []
  const isAll = (entry: string): boolean => entry.toLowerCase() === ALL_CONTACTS
  return {
    allContacts: groups.some(isAll),
    groupIds: groups.filter((entry) => !isAll(entry)).map(groupIdOf),
    personIds: [...new Set([...personIdsIn(body.ToContacts ?? ''), ...(body.contacts ?? []).flatMap(contactIdOf)])],
    ...(body.toOthers ? { phoneNumbers: body.toOthers } : {}),
    ...(body.contactFileId ? { contactFileId: body.contactFileId } : {}),
  }
}

function groupIdOf(entry: string): string {
  const id = CATEGORY_AND_ID.exec(entry)?.[1] ?? ''
  if (!UUID.test(id)) throw new ApiError('invalid_input', { fields: { 'body.groupedContacts': 'Write category_id.' } })
  return id
}

function personIdsIn(list: string): string[] {
  const ids = list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  if (!ids.every((id) => UUID.test(id)))
    throw new ApiError('invalid_input', { fields: { 'body.ToContacts': 'Write person ids, separated by commas.' } })
  return ids
}

/** Selected persons come as ids or as objects with an id; anything else names nobody. */
function contactIdOf(contact: unknown): string[] {
  const id = typeof contact === 'object' && contact !== null && 'id' in contact ? contact.id : contact
  return typeof id === 'string' && UUID.test(id) ? [id] : []
}
