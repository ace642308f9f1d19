import * as calls from '#contract/operator/changes.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import { type ConfirmedAct, presentChange } from './ask-for-second.ts'
import { confirmChange, refuseChange, withdrawChange } from './decide-change.ts'
import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { ConsoleChange, listChanges as call } from '#contract/operator/changes.ts'
import type { Tx } from '../../platform/database/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { instantKey } from '../log/index.ts'
import { countChanges, selectChange, selectChanges, selectTied } from './change-store.ts'

type Query = Received<typeof call>['query']
type Reading = { operatorId: string; at: Date }

const place = z.object({ at: instantKey, id: z.uuid() })

/** What operators asked for: what waits, the oldest first, or what was decided, the newest first. */
async function listChanges(
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
async function readChange(tx: Tx, id: string, { operatorId, at }: Reading): Promise<ConsoleChange> {
  const change = await selectChange(tx, id, at)
  if (!change) throw new ApiError('not_found')
  return presentChange(change, { operatorId, tied: await selectTied(tx, operatorId, at) })
}

/** `acts`: everything that takes a second operator. */
export function changeRoutes(serve: Serve, context: AppContext, acts: readonly ConfirmedAct[]): void {
  const { database } = context
  serve(calls.listChanges, ({ query, operator: { operatorId }, at, transact }) =>
    transact((tx) => listChanges(tx, query, { operatorId, at })),
  )
  serve(calls.readChange, ({ params: { id }, operator: { operatorId }, at, transact }) =>
    transact((tx) => readChange(tx, id, { operatorId, at })),
  )
  serve(calls.confirmChange, async ({ params: { id }, operator: { operatorId }, actor, at, transact }) => {
    // Whose church it is never changes, so it may be read before anything is locked.
    const { churchId } = await transact((tx) => readChange(tx, id, { operatorId, at }))
    const isDone = await database.withOperator({ operatorId, tenantId: churchId ?? undefined }, (tx) =>
      confirmChange(tx, context, { id, acts, actor, at }),
    )
    if (!isDone) throw new ApiError('changed_meanwhile')
    return transact((tx) => readChange(tx, id, { operatorId, at }))
  })
  serve(calls.refuseChange, ({ params: { id }, body: { reason }, operator: { operatorId }, actor, at, transact }) =>
    transact(async (tx) => {
      await refuseChange(tx, context, { id, reason, actor, at })
      return readChange(tx, id, { operatorId, at })
    }),
  )
  serve(calls.withdrawChange, ({ params: { id }, operator: { operatorId }, actor, at, transact }) =>
    transact(async (tx) => {
      await withdrawChange(tx, { id, actor, at })
      return readChange(tx, id, { operatorId, at })
    }),
  )
}
