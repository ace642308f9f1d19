import type { Conversation } from '#contract/messaging/replies.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { sendPersonal } from '../sms/index.ts'
import { readConversation, type Doing } from './conversations.ts'
import { lockConversation, noteAnswer } from './conversation-store.ts'

type Answering = { text: string; isoCode: string }

/**
 * Answers somebody who wrote: one SMS, under the sender ID that they wrote to. Throws `not_found`, and what `sendPersonal`
 * throws.
 */
export async function answerConversation(
  tx: Tx,
  enqueue: Enqueue,
  { id, caller: { tenantId, accountId }, actor, at }: Doing,
  { text, isoCode }: Answering,
): Promise<Conversation> {
  const conversation = await lockConversation(tx, id)
  if (!conversation) throw new ApiError('not_found')
  const { phone, sender: senderId } = conversation
  const sent = await sendPersonal(tx, enqueue, { tenantId, accountId, isoCode, at }, { phone, text, senderId })
  await noteAnswer(tx, { id, text, by: accountId, at })
  const details = { recipients: 1, units: sent.units }
  await audit(tx, tenantId, actor, { act: 'message.sent', subjectId: sent.id, details, at })
  return readConversation(tx, id)
}
