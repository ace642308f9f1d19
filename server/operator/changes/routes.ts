import * as calls from '#contract/operator/changes.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import type { ConfirmedAct } from './ask-for-second.ts'
import { confirmChange, refuseChange, withdrawChange } from './decide-change.ts'
import { listChanges, readChange } from './list-changes.ts'

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
