import type { Result, CallArgs } from '#contract/endpoint.ts'
import type { uploadContactFile } from '#contract/messaging/contact-files.ts'
import {
  DEFAULT_NEUTRAL_NAME,
  MESSAGE_MAX_LENGTH,
  type Destination,
  ALL_CONTACTS,
  type quoteSms,
  type sendSms,
} from '#contract/messaging/sms.ts'

export type QuoteBody = CallArgs<typeof quoteSms>['body']
export type SendBody = CallArgs<typeof sendSms>['body']

/** What the server is asked about the cost, or null while there is nothing to ask about. */
export function quoteBodyOf(draft: Draft, senderId: string | null): QuoteBody | null {
  const destination = destinationOf(draft)
  const neutralName = neutralNameOf(draft)
  if (!destination || draft.message.trim() === '' || draft.message.length > MESSAGE_MAX_LENGTH) return null
  return {
    destination,
    message: draft.message,
    ...(neutralName && { neutralName }),
    ...(senderId && { senderId }),
    ...choicesOf(draft),
  }
}

/** What was chosen of how it goes; what was not is as the church has it. */
export const choicesOf = ({ routeId, optOutLink }: Pick<Draft, 'routeId' | 'optOutLink'>) => ({
  ...(routeId !== null && { routeId }),
  ...(optOutLink !== null && { optOutLink }),
})

/** The send of a draft, without the units that were agreed to. */
export function sendBodyOf(draft: Draft, sender: string): SendBody {
  const {
    allContacts,
    groupIds = [],
    personIds = [],
    phoneNumbers,
    contactFileId,
    failedOf,
    failedFor,
  } = destinationOf(draft) ?? {}
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
    ...(failedOf && { failedOf }),
    ...(failedFor && { failedFor }),
    ...(neutralName && { neutralName }),
    ...choicesOf(draft),
  }
}

/** Numbers stand apart by commas, semicolons, tabs or new lines, in any script; spaces inside a number stay. */
const BETWEEN = /[,;\t\r\n\u2028\u2029،؛、，；]+/

/** How many numbers were typed or pasted, whole or not. */
export const countNumbers = (text: string) => text.split(BETWEEN).filter((part) => part.trim() !== '').length

export type UploadedFile = Result<typeof uploadContactFile>
/** How many contacts it holds is known where it was uploaded. */
type ChosenFile = Pick<UploadedFile, 'id' | 'fileName'> & { contacts: number | null }
export type ChosenPerson = { id: string; name: string }

/** A message being written. The server keeps it; this device does only while that cannot be reached (kept-here.ts). */
export type Draft = {
  /** The sender ID that was picked; null until then. */
  senderId: string | null
  allContacts: boolean
  groupIds: readonly string[]
  persons: readonly ChosenPerson[]
  /** Persons that the link to this page named; nothing but their ids is known. */
  linkedPersonIds: readonly string[]
  phoneNumbers: string
  file: ChosenFile | null
  /** Those whom this sent message failed to reach; of them only those of these reasons, where some are named. */
  failedOf: string | null
  failedFor: Destination['failedFor']
  message: string
  neutralName: string
  /** The way to travel; null: the church's usual one. */
  routeId: string | null
  /** Whether it ends in the line with the opt-out link; null: as the church has set it. */
  optOutLink: boolean | null
}

export const emptyDraft: Draft = {
  senderId: null,
  allContacts: false,
  groupIds: [],
  persons: [],
  linkedPersonIds: [],
  phoneNumbers: '',
  file: null,
  failedOf: null,
  failedFor: undefined,
  message: '',
  neutralName: DEFAULT_NEUTRAL_NAME,
  routeId: null,
  optOutLink: null,
}

const NAME_MARK = /#name#/i
export const usesName = (message: string) => NAME_MARK.test(message)

const personIdsOf = ({ linkedPersonIds, persons }: Draft) => [
  ...new Set([...linkedPersonIds, ...persons.map(({ id }) => id)]),
]

/** Everybody the message is meant for, or null when nobody is chosen yet. */
export function destinationOf(draft: Draft): Destination | null {
  const personIds = personIdsOf(draft)
  const destination: Destination = {
    ...(draft.allContacts && { allContacts: true }),
    ...(draft.groupIds.length > 0 && { groupIds: [...draft.groupIds] }),
    ...(personIds.length > 0 && { personIds }),
    ...(countNumbers(draft.phoneNumbers) > 0 && { phoneNumbers: draft.phoneNumbers }),
    ...(draft.file && { contactFileId: draft.file.id }),
    ...(draft.failedOf && { failedOf: draft.failedOf, ...(draft.failedFor && { failedFor: draft.failedFor }) }),
  }
  return Object.keys(destination).length > 0 ? destination : null
}

/** The word for people without a name; only said when the message speaks by name. */
export const neutralNameOf = ({ message, neutralName }: Draft) =>
  usesName(message) ? neutralName.trim() || DEFAULT_NEUTRAL_NAME : undefined

export type Missing = { message?: 'empty' | 'too_long'; destination?: true; sender?: true }

/** What still has to be filled in before the message can go. */
export const missingIn = (draft: Draft, sender: string | null): Missing => ({
  ...(draft.message.trim() === '' && { message: 'empty' }),
  ...(draft.message.length > MESSAGE_MAX_LENGTH && { message: 'too_long' }),
  ...(destinationOf(draft) === null && { destination: true }),
  ...(sender === null && { sender: true }),
})

/** True when leaving would lose something that was written, pasted or uploaded here. */
export const isUnsent = (draft: Draft, before: Draft) =>
  (draft.message.trim() !== '' && draft.message !== before.message) ||
  (draft.phoneNumbers.trim() !== '' && draft.phoneNumbers !== before.phoneNumbers) ||
  draft.file !== null
