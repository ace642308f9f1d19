import { audit } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { lockSender, saveDecision, selectToTell, senderStates, type SenderState } from './sender-store.ts'
import { tellOfSenderJob } from './tell-of-sender.ts'

export type Decision = { decision: 'approve' | 'processing' } | { decision: 'refuse'; reason: string }

export type Deciding = { tenantId: TenantId; senderId: string; decided: Decision; actor: Actor; at: Date }

/** What was decided about, how it stood before and stands now. */
export type Decided = { mask: string; churchName: string; before: SenderState; after: Exclude<SenderState, 'pending'> }

const stateOf = { approve: 'approved', processing: 'processing', refuse: 'refused' } as const

/**
 * An operator decides about a church's sender ID, or decides anew: networks change their minds. The church reads it in
 * its log and by mail. Deciding the same again changes nothing and tells nobody. Runs in an operator's transaction inside
 * the church (`withOperator({ operatorId, tenantId })`). Throws `not_found`.
 */
export async function decideSender(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { tenantId, senderId, decided, actor, at }: Deciding,
): Promise<Decided & { isNew: boolean }> {
  const sender = await lockSender(tx, tenantId, senderId)
  if (!sender) throw new ApiError('not_found')
  const { mask, churchName, refusedReason } = sender
  const before = senderStates[sender.status] ?? 'pending'
  const after = stateOf[decided.decision]
  const reason = decided.decision === 'refuse' ? decided.reason : null
  const isNew = before !== after || refusedReason !== reason
  if (!isNew) return { mask, churchName, before, after, isNew }
  const status = senderStates.indexOf(after)
  await saveDecision(tx, { tenantId, id: senderId }, { status, reason, decidedBy: actor.id, at })
  if (after !== 'processing') {
    const details = reason === null ? { mask } : { mask, reason }
    await audit(tx, tenantId, actor, { act: `sender.${after}`, subjectId: senderId, details, at })
    for (const accountId of await selectToTell(tx, tenantId, senderId))
      await enqueue(tx, tellOfSenderJob, { tenantId, senderId, accountId, state: after })
  }
  return { mask, churchName, before, after, isNew }
}
