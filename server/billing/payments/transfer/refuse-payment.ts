import type { House } from '#server/platform/house.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { PaymentRecord } from '../payment-store.ts'
import { settle } from '../settle/settle.ts'
import { lockForDesk, type Deciding } from './approve-payment.ts'

/**
 * An operator says that no money has arrived; the church reads why. Throws `not_found`, `already_decided` and
 * `provider_decides`, also where the provider has taken money for it: that is approved or given back.
 */
export async function refusePayment(
  tx: Tx,
  house: Pick<House, 'enqueue'>,
  { reason, ...deciding }: Deciding & { reason: string },
): Promise<void> {
  if (hasItsMoney(await lockForDesk(tx, deciding))) throw new ApiError('provider_decides')
  await settle(tx, house, { ...deciding, outcome: { state: 'failed', reason } })
}

/** What was taken under another reference is another payment's. */
const hasItsMoney = ({ method, reviewReason, taken, amountMinor }: PaymentRecord): boolean =>
  method !== 'bank_transfer' && reviewReason !== 'reference_differs' && (taken?.amountMinor ?? amountMinor) > 0
