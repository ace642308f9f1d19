import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DRAFTS_MAX, type DraftState } from '#contract/messaging/drafts.ts'
import type { Destination } from '#contract/messaging/sms.ts'
import { splitPhones } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { splitAddresses } from '../campaigns/index.ts'
import { hasContactFile } from '../contacts/index.ts'
import {
  countKept,
  insertDraft,
  isTitleTaken,
  lockChurch,
  lockDraft,
  selectBirthdayLanguage,
  unmarkOccasion,
  updateDraft,
  type Chosen,
  type DraftChannel,
  type DraftRecord,
  type DraftText,
  type Saver,
} from './draft-store.ts'

/** All that a church keeps of texts and destinations; ten times the longest list that can be typed. */
const BYTES_MAX = 20_000_000

export type Saving = Pick<DraftText, 'state' | 'content' | 'destination'> &
  Partial<Pick<DraftText, 'title' | 'occasion' | 'goesAt'>> & {
    id: string
    version: number
    channel: DraftChannel
    /** The message for birthdays, in the language in which the church has it; as an occasion with its language. */
    isBirthday?: boolean
  }

/** `isChanged`: false where the same stands there already. `before`: as it was found; null: it is new. */
type Saved = { isChanged: boolean; before: DraftState | null }

/** What may become what by a save: a template stays one, and what is sent stays as it was. */
const savedFrom: Record<Saving['state'], readonly DraftState[]> = {
  draft: ['draft', 'failed'],
  template: ['template'],
  scheduled: ['draft', 'failed', 'scheduled'],
}

/**
 * Keeps what was written, where the version is the one that stands there; a first save (version 0) makes it. The same again
 * changes nothing, whatever the version: its answer may have been lost. Throws `not_found`, `changed_meanwhile` with what is
 * there now, `name_taken`, `too_many_drafts`, `invalid_input`.
 */
export async function saveDraft(tx: Tx, saver: Saver, saving: Saving): Promise<Saved> {
  // What is new comes one after the other, so that a limit and a name are kept to; and two first saves are one draft.
  if (saving.version === 0 || saving.state === 'template') await lockChurch(tx, saver.tenantId)
  const found = await lockDraft(tx, saving.id)
  const text = textOf({ ...saving, occasion: await occasionOf(tx, found, saving) })
  if (found && isSame(found, saving, text)) return { isChanged: false, before: found.state }
  if (found) refuseOther(found, saving)
  if (!found && saving.version !== 0) throw new ApiError('not_found')
  await checkRoom(tx, saving, text)
  const { channel, id: exceptId } = saving
  if (text.occasion) await unmarkOccasion(tx, { channel, occasion: text.occasion, exceptId })
  if (found) await updateDraft(tx, saver, saving.id, text)
  else await insertDraft(tx, saver, { ...saving, campaignId: randomUUID() }, text)
  return { isChanged: true, before: found?.state ?? null }
}

async function occasionOf(
  tx: Tx,
  found: DraftRecord | null,
  { occasion = null, isBirthday = false }: Saving,
): Promise<DraftText['occasion']> {
  if (occasion || !isBirthday) return occasion
  if (found?.occasion?.kind === 'birthday') return found.occasion
  return { kind: 'birthday', language: await selectBirthdayLanguage(tx) }
}

function textOf({ state, title = null, occasion = null, content, destination, goesAt = null }: Saving): DraftText {
  const bytes = Buffer.byteLength(JSON.stringify({ content, destination }))
  return { state, title, occasion, content, destination, chosen: chosenIn(destination), bytes, goesAt }
}

const chosenIn = ({
  allContacts,
  groupIds,
  personIds,
  phoneNumbers,
  emailAddresses,
  failedOf,
}: Destination): Chosen => ({
  allContacts: allContacts ?? false,
  groupIds: groupIds ?? [],
  persons: new Set(personIds).size,
  numbers: splitPhones(phoneNumbers ?? '').length + splitAddresses(emailAddresses ?? '').length,
  failedOf: failedOf ?? null,
})

function isSame(found: DraftRecord, saving: Saving, text: DraftText): boolean {
  return (
    found.state === text.state &&
    found.channel === saving.channel &&
    found.title === text.title &&
    isDeepStrictEqual(found.occasion, text.occasion) &&
    found.goesAt?.getTime() === text.goesAt?.getTime() &&
    isDeepStrictEqual(found.content, plain(text.content)) &&
    isDeepStrictEqual(found.destination, plain(text.destination))
  )
}

/** As the database gives it back. */
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value))

function refuseOther(found: DraftRecord, { state, version, channel }: Saving): void {
  if (state === 'scheduled' && found.state === 'sent') throw new ApiError('already_sent')
  if (found.version !== version || found.channel !== channel || !savedFrom[state].includes(found.state))
    throw changedMeanwhile(found)
}

/** What is there now, so that the screen can offer both. */
export const changedMeanwhile = (found: DraftRecord): ApiError =>
  new ApiError('changed_meanwhile', {
    fields: {
      version: String(found.version),
      state: found.state,
      changedBy: found.changedBy,
      changedAt: found.changedAt.toISOString(),
      message: 'message' in found.content ? found.content.message : found.content.subject,
    },
  })

async function checkRoom(tx: Tx, { id, channel, destination }: Saving, text: DraftText): Promise<void> {
  const kept = await countKept(tx, id)
  if (kept.drafts >= DRAFTS_MAX || kept.bytes + text.bytes > BYTES_MAX) throw new ApiError('too_many_drafts')
  if (destination.contactFileId && !(await hasContactFile(tx, destination.contactFileId)))
    throw new ApiError('invalid_input', {
      fields: { 'destination.contactFileId': 'This file is no longer there. Upload it again.' },
    })
  if (text.title !== null && (await isTitleTaken(tx, { id, channel, title: text.title })))
    throw new ApiError('name_taken')
}
