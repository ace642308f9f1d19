import type { Topic } from '#contract/messaging/topics.ts'
import { PUSH_MESSAGE_MAX_LENGTH, PUSH_TITLE_MAX_LENGTH } from '#contract/messaging/push.ts'
import type { TextId } from '../../languages/index.ts'
import { destinationOf, emptyDraft, type Draft } from '../draft/draft.ts'

/** A notification being written; whom it is for is chosen as for an SMS. */
export type Written = { title: string; message: string; category: Topic; to: Draft }

export const EMPTY: Written = { title: '', message: '', category: 'news', to: emptyDraft }

/** What was opened, and the schedule that it changes. */
export type Opened = { written: Written; schedule: Waiting | null }
/** `goesAtLocal` stays where it could not go then; `waits`: it will. */
export type Waiting = { id: string; version: number; goesAtLocal: string | null; waits: boolean }

export const categoryTexts: Record<Topic, TextId> = {
  news: 'messaging.pushCategory.news',
  events: 'messaging.pushCategory.events',
  prayer: 'messaging.pushCategory.prayer',
}

export type Missing = Partial<Record<'title' | 'message' | 'destination', TextId>>

/** What still has to be filled in before it can go. */
export const missingIn = ({ title, message, to }: Written): Missing => ({
  ...(title.trim() === '' && { title: 'messaging.pushWrite.enterTitle' }),
  ...(title.trim().length > PUSH_TITLE_MAX_LENGTH && { title: 'messaging.pushWrite.titleTooLong' }),
  ...(message.trim() === '' && { message: 'messaging.compose.enterMessage' }),
  ...(message.trim().length > PUSH_MESSAGE_MAX_LENGTH && { message: 'messaging.pushWrite.messageTooLong' }),
  ...(destinationOf(to) === null && { destination: 'messaging.compose.selectDestination' }),
})

/** As the calls take it. */
export function bodyOf({ title, message, category, to }: Written) {
  const { allContacts, groupIds, personIds } = destinationOf(to) ?? {}
  const destination = {
    ...(allContacts && { allContacts }),
    ...(groupIds && { groupIds }),
    ...(personIds && { personIds }),
  }
  return { title: title.trim(), message: message.trim(), category, destination }
}

export const isUnsent = (now: Written, before: Written) =>
  (now.title.trim() !== '' && now.title !== before.title) ||
  (now.message.trim() !== '' && now.message !== before.message)
