import type { House } from '#server/platform/house.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { settle } from '../settle/settle.ts'
import { lockForDesk, type Deciding } from './approve-payment.ts'

/**
 * An operator says that no money has arrived; the church reads why. Throws `not_found`, `already_decided` and
 * `provider_decides`.
 */
export async function refusePayment(
  tx: Tx,
  house: Pick<House, 'enqueue'>,
  { reason, ...deciding }: Deciding & { reason: string },
): Promise<void> {
  await lockForDesk(tx, deciding)
  await settle(tx, house, { ...deciding, outcome: { state: 'failed', reason } })
}
