import type { Tx } from '../../platform/database/index.ts'
import { readSentMessage } from '../campaigns/index.ts'
import { hasContactFile } from '../contacts/index.ts'
import { selectDraft, type Saver } from './draft-store.ts'
import { changedMeanwhile, saveDraft } from './save-draft.ts'

/**
 * Makes a draft of a sent message, with its recipients where they were kept; a contact file that has been forgotten meanwhile
 * is left out. One that was made by the same request before stays as it is. Throws `not_found`, `changed_meanwhile` where
 * something else bears the id, `too_many_drafts`.
 */
export async function duplicateSent(
  tx: Tx,
  saver: Saver,
  { id, campaignId }: { id: string; campaignId: string },
): Promise<void> {
  const { destination: sentTo, ...content } = await readSentMessage(tx, campaignId)
  const there = await selectDraft(tx, id)
  if (there?.state === 'draft' && 'message' in there.content && there.content.message === content.message) return
  if (there) throw changedMeanwhile(there)
  const { contactFileId, ...destination } = sentTo ?? {}
  const isFileThere = contactFileId !== undefined && (await hasContactFile(tx, contactFileId))
  await saveDraft(tx, saver, {
    id,
    version: 0,
    state: 'draft',
    channel: 'sms',
    content,
    destination: { ...destination, ...(isFileThere ? { contactFileId } : {}) },
  })
}
