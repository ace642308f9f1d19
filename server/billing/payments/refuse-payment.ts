import type { House } from '#server/platform/house.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Deciding } from './approve-payment.ts'
import { settle } from './settle.ts'

/** An operator says that no money has arrived; the church reads why. Throws `not_found` and `already_decided`. */
export async function refusePayment(
  tx: Tx,
  house: Pick<House, 'enqueue'>,
  { reason, ...deciding }: Deciding & { reason: string },
): Promise<void> {
  const { isNew } = await settle(tx, house, { ...deciding, outcome: { state: 'failed', reason } })
  if (!isNew) throw new ApiError('already_decided')
}
