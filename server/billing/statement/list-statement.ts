import { z } from 'zod/mini'
import type { UnitMovement, listStatement as call } from '#contract/billing/statement.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Caller } from '#server/platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { firstWords } from './first-words.ts'
import {
  countMovements,
  selectMovements,
  type Messages,
  type MovementFilter,
  type MovementRecord,
} from './statement-store.ts'

type Query = Received<typeof call>['query']

const movementNumber = z.int().check(z.gte(1))

/** A page of what moved the church's units, the newest first. Throws `invalid_cursor`. */
export async function listStatement(
  tx: Tx,
  messages: Messages,
  { caller, query }: { caller: Caller; query: Query },
): Promise<Answer<typeof call>> {
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
  { search = '', kind, from, to }: Omit<Query, 'cursor' | 'limit'>,
): MovementFilter => ({
  tenantId,
  timeZone: church.timeZone,
  search: search.trim(),
  kind: kind ?? null,
  from: from ?? null,
  to: to ?? null,
})

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
