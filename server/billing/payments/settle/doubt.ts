import type { ReviewReason } from '#contract/operator/requests.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { lockSubscription } from '../../subscription/subscription-store.ts'
import type { PaymentRecord } from '../payment-store.ts'

/** A quoted price is kept for so long: nobody lays in payments for the day on which it rises. */
const QUOTE_MS = 30 * 24 * 60 * 60_000

/**
 * Why the sum of an undecided payment may no longer be right; null: it is. Months are quoted on the church's plan and
 * expiry of then: on others, the extra for a dearer plan would be another. Without any extra, more of the plan that the
 * church has by now costs the same whenever it is. Holds the subscription until the transaction ends.
 */
export async function doubtAbout(tx: Tx, payment: PaymentRecord, at: Date): Promise<ReviewReason | null> {
  if (at.getTime() - payment.createdAt.getTime() > QUOTE_MS) return 'too_old'
  if (payment.planId === null) return null
  const now = await lockSubscription(tx, payment.tenantId)
  if (!now) throw new Error('A payment is for a church that is there')
  const isAsQuoted = now.planId === payment.quotedPlanId && now.expiresOn === payment.quotedExpiresOn
  const isRenewal = now.planId === payment.planId && payment.lines.every(({ what }) => what !== 'upgrade')
  return isAsQuoted || isRenewal ? null : 'plan_changed'
}
