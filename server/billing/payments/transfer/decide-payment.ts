import type { AppContext } from '../../../platform/app-context.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import { ApiError, type Actor } from '../../../platform/http/index.ts'
import { doubtAbout, settle } from '../settle/settle.ts'
import { lockPayment, type PaymentRecord } from '../records/payment-store.ts'
import { noteApproval, takeAside } from '../records/payment-changes-store.ts'
import { isDecided } from '../settle/step-after.ts'

export type Deciding = {
  tenantId: TenantId
  paymentId: string
  /** The operator, as `serve` tells. */
  actor: Actor
  at: Date
}

/** What an approval led to. */
type Approval = 'completed' | 'noted' | 'review'

type Approving = Deciding & {
  /** What the operator saw; another one is refused. */
  amountMinor: number
  /** Whether this is enough: it is not for the first of two operators. */
  completes: boolean
  /** The operator who approved it first, where it takes two. */
  firstBy?: string
}

/**
 * An operator says that the money has arrived; what was paid for is given at once, unless it takes another operator
 * (`noted`): then nothing is written. One whose sum may no longer be right is taken aside instead (`review`); to approve it
 * then is an explicit decision. Who needs a second one, the operators' area says. Runs in an operator's transaction inside
 * the church (`withOperator({ operatorId, tenantId })`). Throws what `lockForConsole` throws, and `changed_meanwhile`.
 */
export async function approvePayment(
  tx: Tx,
  context: Pick<AppContext, 'enqueue'>,
  { amountMinor, completes, firstBy, ...deciding }: Approving,
): Promise<Approval> {
  const { at } = deciding
  const payment = await lockForConsole(tx, deciding)
  if (payment.amountMinor !== amountMinor) throw new ApiError('changed_meanwhile')
  const doubt = payment.state === 'review' ? null : await doubtAbout(tx, payment, at)
  if (doubt) {
    await takeAside(tx, payment, { reason: doubt, taken: null })
    return 'review'
  }
  if (!completes) return 'noted'
  if (firstBy !== undefined) await noteApproval(tx, payment, { operatorId: firstBy, at })
  await settle(tx, context, { ...deciding, outcome: { state: 'succeeded' } })
  return 'completed'
}

/**
 * The payment, locked, when an operator may decide about it. Throws `not_found`, `already_decided`, and
 * `provider_decides`: whether it was paid on a provider's page, only the provider knows, until it is taken aside.
 */
async function lockForConsole(tx: Tx, { tenantId, paymentId }: Deciding): Promise<PaymentRecord> {
  const payment = await lockPayment(tx, tenantId, paymentId)
  if (!payment) throw new ApiError('not_found')
  if (isDecided(payment.state)) throw new ApiError('already_decided')
  if (payment.method !== 'bank_transfer' && payment.state !== 'review') throw new ApiError('provider_decides')
  return payment
}

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
