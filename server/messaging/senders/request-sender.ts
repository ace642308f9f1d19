import {
  deleteSenderId,
  listSenderIds,
  requestSenderId,
  retrieveTenantSenderIds,
  SENDERS_WAITING_MAX,
} from '#contract/messaging/sender-ids.ts'
import type { Answer } from '#contract/endpoint.ts'
import { audit, returnAttempts, takeAttempts } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor, type Caller, type Serve } from '#server/platform/http/index.ts'
import {
  countWaiting,
  deleteSender,
  findByMask,
  insertRequest,
  selectSenderIds,
  type RequestedSender,
} from './sender-store.ts'
import { selectDecisions } from './network-store.ts'

export function senderRoutes(serve: Serve): void {
  serve(retrieveTenantSenderIds, ({ read }) =>
    read(async (tx) => ({
      returnObject: (await selectSenderIds(tx)).map(({ id, mask, status, refusedReason }) => ({
        id,
        mask,
        status,
        refusedReason,
      })),
    })),
  )
  serve(listSenderIds, ({ transact }) => transact(async (tx) => ({ items: await listSenders(tx) })))
  serve(requestSenderId, ({ body: { mask }, transact, ...doing }) => transact((tx) => requestSender(tx, doing, mask)))
  serve(deleteSenderId, ({ caller: { tenantId }, query: { id }, actor, at, transact }) =>
    transact(async (tx) => {
      const mask = await deleteSender(tx, id)
      if (mask === null) throw new ApiError('not_found')
      await audit(tx, tenantId, actor, { act: 'sender.deleted', subjectId: id, details: { mask }, at })
      return true as const
    }),
  )
}

async function listSenders(tx: Tx): Promise<Answer<typeof listSenderIds>['items']> {
  const senders = await selectSenderIds(tx)
  const ids = senders.map(({ id }) => id)
  const decisions = await selectDecisions(tx, ids)
  return senders.map(({ requestedAt, ...sender }) => ({
    ...sender,
    requestedAt: requestedAt.toISOString(),
    networks: decisions.get(sender.id) ?? [],
  }))
}

type Doing = { caller: Caller; actor: Actor; at: Date }

/**
 * Asks the operator for a sender ID. One that the church has already answers how it stands, and nobody is asked again.
 * Throws `senders_waiting`, `too_many_tries`.
 */
async function requestSender(
  tx: Tx,
  { caller: { tenantId, accountId }, actor, at }: Doing,
  mask: string,
): Promise<RequestedSender> {
  const known = await findByMask(tx, mask)
  if (known) return known
  // Its row stays locked to the end: requests of one church come one after the other, and each sees the one before.
  const tries = [{ kind: 'senderChurch' as const, who: tenantId }]
  await takeAttempts(tx, tries, at)
  const meanwhile = await findByMask(tx, mask)
  if (meanwhile) {
    await returnAttempts(tx, tries)
    return meanwhile
  }
  if ((await countWaiting(tx)) >= SENDERS_WAITING_MAX) throw new ApiError('senders_waiting')
  const requested = await insertRequest(tx, { tenantId, mask, requestedBy: accountId, at })
  await audit(tx, tenantId, actor, { act: 'sender.requested', subjectId: requested.id, details: { mask }, at })
  return requested
}
