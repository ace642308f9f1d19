import type { Result } from '#contract/endpoint.ts'
import { readEmailMessage } from '#contract/messaging/emails.ts'
import { readKeptEmail } from '#contract/messaging/kept-emails.ts'
import { call } from '../../api/call.ts'
import type { Opened } from '../compose/use-kept.ts'
import type { EmailSearch } from './email-search.ts'
import { emptyDraft } from '../draft/draft.ts'
import { EMPTY, newBlock, writtenFrom, type Written } from './written.ts'

export type KeptWhole = Pick<Result<typeof readKeptEmail>, 'content'> & { addresses: ReadonlyMap<string, string> }

/** Our own page shows pictures from its own address. */
export const ownAddress = (url: string): string => new URL(url, location.href).pathname

export const pictureAddresses = (pictures: readonly { id: string; url: string }[]): ReadonlyMap<string, string> =>
  new Map(pictures.map(({ id, url }) => [id, ownAddress(url)]))

/** What the page begins with. */
export type Loaded = { written: Written; opened: Opened | null; addresses: ReadonlyMap<string, string> }

/** What the address names: an email that is kept, or one that was sent, of which another is begun. */
export async function load({ draftId, messageId }: EmailSearch, signal: AbortSignal): Promise<Loaded> {
  if (draftId) {
    const { content, destination, pictures, id, version, state, goesAtLocal } = await call(
      readKeptEmail,
      { params: { id: draftId } },
      { signal },
    )
    const opened = state === 'sent' || state === 'template' ? null : { id, version, state, goesAtLocal }
    return { written: writtenFrom(content, destination), opened, addresses: pictureAddresses(pictures) }
  }
  const { content, destination, pictures } = await call(
    readEmailMessage,
    { params: { id: messageId ?? '' } },
    { signal },
  )
  return { written: writtenFrom(content, destination), opened: null, addresses: pictureAddresses(pictures) }
}

/** A new one: a heading and a text to begin with, for whoever the address names. */
export function anew({ group, persons }: EmailSearch, today: string): Loaded {
  const to = {
    ...emptyDraft,
    groupIds: group ? [group] : [],
    linkedPersonIds: persons ? persons.split(',') : [],
  }
  const blocks = [newBlock('heading', today), newBlock('text', today)]
  return { written: { ...EMPTY, blocks, to }, opened: null, addresses: new Map() }
}
