import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import * as calls from '#contract/operator/unclaimed-replies.ts'
import {
  assignUnclaimed,
  countUnclaimed,
  removeUnclaimed,
  selectUnclaimed,
  unclaimedSince,
} from '../../messaging/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Serve } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { instantKey, noteOperatorAct } from '../log/index.ts'

const place = z.object({ at: instantKey, id: z.uuid() })

/** Replies that no church could be found for, the newest first. */
async function listUnclaimed(
  tx: Tx,
  { cursor, limit = PAGE_SIZE }: Received<typeof calls.listUnclaimedReplies>['query'],
  at: Date,
): Promise<Answer<typeof calls.listUnclaimedReplies>> {
  const since = unclaimedSince(at)
  const rows = await selectUnclaimed(tx, { since, after: readCursor(place, cursor), limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, (row) => ({ at: row.at.toISOString(), id: row.id }))
  const replies = items.map((row) => ({ ...row, at: row.at.toISOString() }))
  return { items: replies, total: await countUnclaimed(tx, since), nextCursor }
}

/** The log has the sender ID that was written to; who wrote and what is nobody’s to keep. */
export function unclaimedRoutes(serve: Serve, context: AppContext): void {
  serve(calls.listUnclaimedReplies, ({ query, at, transact }) => transact((tx) => listUnclaimed(tx, query, at)))
  serve(
    calls.assignUnclaimedReply,
    ({ params: { id }, body: { churchId: tenantId }, operator: { operatorId }, actor, at }) =>
      context.database.withOperator({ operatorId, tenantId }, async (tx) => {
        const { sender: mask, church } = await assignUnclaimed(tx, { id, tenantId, at })
        await noteOperatorAct(tx, actor, { act: 'reply.assigned', tenantId, details: { church, mask }, at })
        return { assigned: true as const }
      }),
  )
  serve(calls.removeUnclaimedReply, ({ params: { id }, actor, at, transact }) =>
    transact(async (tx) => {
      const { sender: mask } = await removeUnclaimed(tx, id, at)
      await noteOperatorAct(tx, actor, { act: 'reply.removed', details: { mask }, at })
      return { removed: true as const }
    }),
  )
}
