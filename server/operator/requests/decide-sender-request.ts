import type { SenderRequest } from '#contract/operator/requests.ts'
import { decideSender, type Deciding } from '#server/messaging/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { presentSenderRequest } from './list-sender-requests.ts'
import { selectSenderRequest } from './sender-request-store.ts'

/** Approves or refuses a church's sender ID, or says that it is with the networks. Throws `not_found`. */
export async function decideSenderRequest(
  tx: Tx,
  house: Pick<House, 'enqueue'>,
  deciding: Deciding,
): Promise<SenderRequest> {
  const { tenantId, senderId: subjectId, decided, actor, at } = deciding
  const { isNew, mask, churchName: church, before, after } = await decideSender(tx, house, deciding)
  if (isNew) {
    const reason = 'reason' in decided ? { reason: decided.reason } : {}
    const details = { church, mask, before: { state: before }, after: { state: after }, ...reason }
    await noteAtDesk(tx, actor, { act: `sender.${after}`, tenantId, subjectId, details, at })
  }
  const request = await selectSenderRequest(tx, tenantId, subjectId)
  if (!request) throw new ApiError('not_found')
  return presentSenderRequest(request)
}
