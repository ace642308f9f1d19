import { z } from 'zod/mini'
import { listConsoleLog as call } from '#contract/operator/settings.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Serve } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { countConsoleLines, selectConsoleLines } from './console-log-store.ts'

/** An instant in a page's cursor: as we write it, and one that PostgreSQL knows. */
export const instantKey = z
  .string()
  .check(
    z.refine(
      (text) =>
        /^\d{4}-/.test(text) &&
        text > '0001' &&
        Number.isFinite(Date.parse(text)) &&
        new Date(text).toISOString() === text,
    ),
  )

type Query = Received<typeof call>['query']

const place = z.object({ at: instantKey, id: z.uuid() })

/** What operators did, the newest first. */
async function listConsoleLog(
  tx: Tx,
  { search = '', churchId, operatorId, cursor, limit = PAGE_SIZE }: Query,
): Promise<Answer<typeof call>> {
  const filter = { search: search.trim(), churchId: churchId ?? null, operatorId: operatorId ?? null }
  const after = readCursor(place, cursor)
  const lines = await selectConsoleLines(tx, filter, { after, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(lines, limit, ({ at, id }) => ({ at: at.toISOString(), id }))
  return {
    items: items.map((line) => ({ ...line, at: line.at.toISOString() })),
    total: await countConsoleLines(tx, filter),
    nextCursor,
  }
}

/** The console's log, for every operator. */
export function logRoutes(serve: Serve): void {
  serve(call, ({ query, transact }) => transact((tx) => listConsoleLog(tx, query)))
}
