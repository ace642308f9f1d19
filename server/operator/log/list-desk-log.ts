import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { listDeskLog as call } from '#contract/operator/settings.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { instantKey } from '../instant-key.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { countDeskLines, selectDeskLines } from './desk-log-store.ts'

type Query = Received<typeof call>['query']

const place = z.object({ at: instantKey, id: z.uuid() })

/** What operators did, the newest first. */
export async function listDeskLog(
  tx: Tx,
  { search = '', churchId, operatorId, cursor, limit = PAGE_SIZE }: Query,
): Promise<Answer<typeof call>> {
  const filter = { search: search.trim(), churchId: churchId ?? null, operatorId: operatorId ?? null }
  const after = readCursor(place, cursor)
  const lines = await selectDeskLines(tx, filter, { after, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(lines, limit, ({ at, id }) => ({ at: at.toISOString(), id }))
  return {
    items: items.map((line) => ({ ...line, at: line.at.toISOString() })),
    total: await countDeskLines(tx, filter),
    nextCursor,
  }
}
