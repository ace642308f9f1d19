import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { ConsoleChange, listChanges as call } from '#contract/operator/changes.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { instantKey } from '../instant-key.ts'
import { countChanges, selectChange, selectChanges, selectTied, type ChangeRecord } from './change-store.ts'

type Query = Received<typeof call>['query']
type Reading = { operatorId: string; at: Date }

const place = z.object({ at: instantKey, id: z.uuid() })

/** What operators asked for: what waits, the oldest first, or what was decided, the newest first. */
export async function listChanges(
  tx: Tx,
  { state, cursor, limit = PAGE_SIZE }: Query,
  { operatorId, at }: Reading,
): Promise<Answer<typeof call>> {
  const isWaiting = state === 'waiting'
  const after = readCursor(place, cursor)
  const tied = await selectTied(tx, operatorId, at)
  const rows = await selectChanges(tx, { isWaiting, after, limit: limit + 1 }, at)
  const { items, nextCursor } = pageFrom(rows, limit, ({ askedAt, id }) => ({ at: askedAt.toISOString(), id }))
  const total = await countChanges(tx, isWaiting, at)
  return { items: items.map((change) => presentChange(change, { operatorId, tied })), total, nextCursor }
}

/** One of them; throws `not_found`. */
export async function readChange(tx: Tx, id: string, { operatorId, at }: Reading): Promise<ConsoleChange> {
  const change = await selectChange(tx, id, at)
  if (!change) throw new ApiError('not_found')
  return presentChange(change, { operatorId, tied: await selectTied(tx, operatorId, at) })
}

export function presentChange(
  change: ChangeRecord,
  { operatorId, tied }: { operatorId: string; tied: readonly string[] },
): ConsoleChange {
  const { wanted: _, ...shown } = change
  const isYours = change.askedBy.id === operatorId
  return {
    ...shown,
    askedAt: change.askedAt.toISOString(),
    expiresAt: change.expiresAt.toISOString(),
    decidedAt: change.decidedAt?.toISOString() ?? null,
    isYours,
    mayConfirm: change.state === 'waiting' && !isYours && !tied.includes(change.askedBy.id),
  }
}
