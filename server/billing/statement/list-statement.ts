import { z } from 'zod/mini'
import type {
  listMovements as movementsCall,
  listStatement as call,
  StatementLine,
  UnitMovement,
} from '#contract/billing/statement.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Caller } from '#server/platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { firstWords } from './first-words.ts'
import {
  countLines,
  countMovements,
  selectLatest,
  selectLines,
  selectMovements,
  sumLines,
  type LineSums,
  type Messages,
  type MovementFilter,
  type MovementRecord,
} from './statement-store.ts'

type Query = Received<typeof movementsCall>['query']

const movementNumber = z.int().check(z.gte(1))
/** Behind which line a page begins, and the latest movement when the first page was read: later ones are not in it. */
const place = z.strictObject({ after: movementNumber, until: movementNumber })

/**
 * A page of the statement, the newest first: movements of one message in one line. All pages tell of the time of the first
 * one, so that a message which goes on moving units in between is neither lost nor repeated. Throws `invalid_cursor`.
 */
export async function listStatement(
  tx: Tx,
  messages: Messages,
  { caller, query }: { caller: Caller; query: Received<typeof call>['query'] },
): Promise<Answer<typeof call>> {
  const { cursor, limit = PAGE_SIZE } = query
  const filter = movementFilterOf(caller, query)
  const { after, until } = readCursor(place, cursor) ?? {
    after: null,
    until: await selectLatest(tx, caller.tenantId),
  }
  const rows = await selectLines(tx, messages, { ...filter, after, until, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ number }) => ({ after: number, until }))
  const ids = items.flatMap(({ lineOf }) => lineOf ?? [])
  const sums = new Map((await sumLines(tx, { ...filter, until, ids })).map((sum) => [sum.lineOf, sum]))
  return {
    items: items.map((row) => presentLine(row, sums.get(row.lineOf ?? ''))),
    ...(await countLines(tx, messages, { ...filter, until })),
    nextCursor,
  }
}

/** A page of the movements by themselves, the newest first. Throws `invalid_cursor`. */
export async function listMovements(
  tx: Tx,
  messages: Messages,
  { caller, query }: { caller: Caller; query: Query },
): Promise<Answer<typeof movementsCall>> {
  const { cursor, limit = PAGE_SIZE } = query
  const filter = movementFilterOf(caller, query)
  const after = readCursor(movementNumber, cursor)
  const rows = await selectMovements(tx, messages, { ...filter, after, limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ number }) => number)
  return { items: items.map(presentMovement), total: await countMovements(tx, messages, filter), nextCursor }
}

/** Which movements are meant; days are the church's. */
export const movementFilterOf = (
  { tenantId, church }: Caller,
  { search = '', kind, from, to, message }: Omit<Query, 'cursor' | 'limit'>,
): MovementFilter => ({
  tenantId,
  timeZone: church.timeZone,
  search: search.trim(),
  kind: kind ?? null,
  from: from ?? null,
  to: to ?? null,
  message: message ?? null,
})

function presentLine(row: MovementRecord, sums: LineSums | undefined): StatementLine {
  const { units: _units, ...movement } = presentMovement(row)
  if (!sums) return { ...movement, movements: 1, used: 0, reserved: 0 }
  const { lineOf: _lineOf, ...summed } = sums
  return { ...movement, ...summed }
}

function presentMovement({ id, kind, at, units, change, balance, held, ...row }: MovementRecord): UnitMovement {
  return { id, kind, at: at.toISOString(), units, change, balance, held, subject: subjectOf(row) }
}

/** What a movement was for, as far as the church knows it. */
export function subjectOf(
  row: Pick<MovementRecord, 'paymentId' | 'paymentReference' | 'messageId' | 'messageText' | 'isNotice'>,
): UnitMovement['subject'] {
  if (row.paymentId !== null) return { kind: 'payment', id: row.paymentId, text: row.paymentReference ?? '' }
  if (row.messageId !== null && row.isNotice) return { kind: 'notice', id: row.messageId, text: '' }
  if (row.messageId !== null) return { kind: 'message', id: row.messageId, text: firstWords(row.messageText ?? '') }
  return null
}
