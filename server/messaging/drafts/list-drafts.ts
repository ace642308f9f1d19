import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Draft, DraftRow, listDrafts as listCall } from '#contract/messaging/drafts.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import type { DraftChannel } from './draft-store.ts'
import {
  countDrafts,
  selectDrafts,
  selectListed,
  selectWholeDraft,
  type DraftFilter,
  type ListedDraft,
} from './list-store.ts'

/** An instant as we write it, and one that PostgreSQL knows. */
const instant = z.string().check(z.refine((text) => text >= '1970' && new Date(text).toISOString() === text))
const cursorKey = z.object({ at: instant, id: z.uuid() })

type Wanted = {
  list?: DraftFilter['list']
  state?: DraftFilter['state']
  search?: string | undefined
  channel: DraftChannel
  cursor?: string | undefined
  limit?: number | undefined
}

/** A page of messages of a channel that are not sent yet. Throws `invalid_cursor`. */
export async function pageOfDrafts(
  tx: Tx,
  { list, state, channel, search = '', cursor, limit = PAGE_SIZE }: Wanted,
): Promise<{ rows: ListedDraft[]; total: number; nextCursor: string | null }> {
  const filter = { list, state, channel, search: search.trim() }
  const found = await selectDrafts(tx, filter, { after: readCursor(cursorKey, cursor), limit: limit + 1 })
  const { items, nextCursor } = pageFrom(found, limit, ({ id, changedAt, goesAt }) => {
    const at = list === 'schedules' ? (goesAt ?? changedAt) : changedAt
    return { at: at.toISOString(), id }
  })
  return { rows: items, total: await countDrafts(tx, filter), nextCursor }
}

/** The same of SMS, as their lists show it. */
export async function listDrafts(
  tx: Tx,
  timeZone: string,
  query: Received<typeof listCall>['query'],
): Promise<Answer<typeof listCall>> {
  const { rows, ...page } = await pageOfDrafts(tx, { ...query, channel: 'sms' })
  return { ...page, items: rows.map((row) => presentRow(row, timeZone)) }
}

/** One draft, whole; `not_found` also for another church's. */
export async function readDraft(tx: Tx, timeZone: string, id: string): Promise<Draft> {
  const found = await selectWholeDraft(tx, id)
  if (found?.channel !== 'sms') throw new ApiError('not_found')
  const { destination, ...row } = found
  return { ...presentRow(row, timeZone), destination }
}

/** The same without its destination, which may be long: whoever saved it knows it. */
export async function readRow(tx: Tx, timeZone: string, id: string): Promise<DraftRow> {
  const found = await selectListed(tx, id)
  if (!found) throw new ApiError('not_found')
  return presentRow(found, timeZone)
}

function presentRow(row: ListedDraft, timeZone: string): DraftRow {
  if (row.channel !== 'sms') throw new ApiError('not_found')
  return { ...presentKept(row, timeZone), channel: 'sms', content: row.content }
}

/** What is told of a message of any channel. */
export function presentKept(row: ListedDraft, timeZone: string): Omit<DraftRow, 'channel' | 'content'> {
  const { allContacts, groups, persons, numbers, failedOf, file, createdAt, changedAt, goesAt, campaignId, ...kept } =
    row
  const { channel: _channel, content: _content, ...told } = kept
  return {
    ...told,
    chosen: { allContacts, groups, persons, numbers, failedOf, file },
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    goesAt: goesAt?.toISOString() ?? null,
    goesAtLocal: goesAt && wallTime(timeZone, goesAt).slice(0, 16),
    campaignId: row.state === 'sent' ? campaignId : null,
  }
}
