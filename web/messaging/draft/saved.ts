import type { CallArgs } from '#contract/endpoint.ts'
import type { Draft as SavedDraft, saveDraft } from '#contract/messaging/drafts.ts'
import { choicesOf, destinationOf, emptyDraft, neutralNameOf, type Draft } from './draft.ts'

export type SavedBody = Omit<CallArgs<typeof saveDraft>['body'], 'version'>

/** What is kept of a message being written. */
export function savedBodyOf(draft: Draft, sender: string | null): SavedBody {
  const neutralName = neutralNameOf(draft)
  return {
    channel: 'sms',
    content: {
      senderId: sender ?? draft.senderId ?? '',
      message: draft.message,
      ...(neutralName && { neutralName }),
      ...choicesOf(draft),
    },
    destination: destinationOf(draft) ?? {},
  }
}

type Kept = Pick<SavedDraft, 'content' | 'destination'> & { chosen: Pick<SavedDraft['chosen'], 'file'> }

/** A kept message as the page goes on writing it. */
export function draftOf({ content, destination, chosen }: Kept): Draft {
  const { contactFileId } = destination
  return {
    ...emptyDraft,
    senderId: content.senderId || null,
    message: content.message,
    neutralName: content.neutralName ?? emptyDraft.neutralName,
    routeId: content.routeId ?? null,
    optOutLink: content.optOutLink ?? null,
    allContacts: destination.allContacts ?? false,
    groupIds: destination.groupIds ?? [],
    linkedPersonIds: destination.personIds ?? [],
    phoneNumbers: destination.phoneNumbers ?? '',
    failedOf: destination.failedOf ?? null,
    failedFor: destination.failedFor,
    file: contactFileId ? { id: contactFileId, fileName: chosen.file ?? '', contacts: null } : null,
  }
}
