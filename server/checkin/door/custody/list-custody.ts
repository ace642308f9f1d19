import { z } from 'zod/mini'
import type { CustodyRow, listCustody as call } from '#contract/checkin/custody.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { foldText } from '../../../people/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../../platform/pages.ts'
import { chainKey, isIntact } from './chain.ts'
import { countEntries, selectEntries, type CustodyFilter, type ListedEntry } from './custody-list-store.ts'
import { entryWords } from './incidents.ts'

type Query = Received<typeof call>['query']
type Filtering = Omit<Query, 'cursor' | 'limit'>

const instant = z.string().check(z.regex(/^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/), z.refine(isInstant))
const cursorSchema = z.object({
  at: instant,
  eventId: z.uuid(),
  number: z.int().check(z.gte(1), z.lte(2_147_483_647)),
})

function isInstant(text: string): boolean {
  const at = Date.parse(`${text.slice(0, -3)}Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10))
}

type CustodyReading = { timeZone: string; secretKey: string }

/** A page of the custody log, the latest first. Each entry says whether it is as it was written. Throws `invalid_cursor`. */
export async function listCustody(
  tx: Tx,
  { timeZone, secretKey }: CustodyReading,
  { cursor, limit = PAGE_SIZE, ...query }: Query,
): Promise<Answer<typeof call>> {
  const after = readCursor(cursorSchema, cursor)
  const filter = custodyFilterOf(timeZone, query)
  const total = await countEntries(tx, filter)
  const rows = await selectEntries(tx, filter, {
    after: after && { ...after, at: `${after.at}Z` },
    limit: limit + 1,
  })
  const { items, nextCursor } = pageFrom(rows, limit, ({ at, eventId: of, number }) => ({ at, eventId: of, number }))
  const key = chainKey(secretKey)
  return { items: items.map((entry) => presentEntry(key, entry)), total, nextCursor }
}

/** Which entries are meant; days are the church's. */
export const custodyFilterOf = (
  timeZone: string,
  { search = '', eventId, act, from, until }: Filtering,
): CustodyFilter => ({
  timeZone,
  eventId: eventId ?? null,
  act: act ?? null,
  from: from ?? null,
  until: until ?? null,
  words: foldText(search).split(' ').filter(Boolean),
})

/** An entry by the names of today, and whether it is as it was written. */
export function presentEntry(key: Buffer, entry: ListedEntry): CustodyRow {
  const { eventId, number, act, secondActorName, before } = entry
  return {
    eventId,
    number,
    act,
    at: `${entry.at.slice(0, -3)}Z`,
    eventName: entry.eventName,
    ...entryWords(entry),
    secondActorName,
    intact: isIntact(key, entry, { hash: entry.hash, before }),
  }
}
