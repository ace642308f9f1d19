import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { ApiError } from '../../../platform/http/index.ts'
import type { PaymentRecord } from '../payment-store.ts'
import { settle } from '../settle/settle.ts'
import { lockForConsole, type Deciding } from './approve-payment.ts'

/**
 * An operator says that no money has arrived; the church reads why. Throws `not_found`, `already_decided` and
 * `provider_decides`, also where the provider has taken money for it: that is approved or given back.
 */
export async function refusePayment(
  tx: Tx,
  context: Pick<AppContext, 'enqueue'>,
  { reason, ...deciding }: Deciding & { reason: string },
): Promise<void> {
  if (hasItsMoney(await lockForConsole(tx, deciding))) throw new ApiError('provider_decides')
  await settle(tx, context, { ...deciding, outcome: { state: 'failed', reason } })
}

/** What was taken under another reference is another payment's. */
const hasItsMoney = ({ method, reviewReason, taken, amountMinor }: PaymentRecord): boolean =>
  method !== 'bank_transfer' && reviewReason !== 'reference_differs' && (taken?.amountMinor ?? amountMinor) > 0
