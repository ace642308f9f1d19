import type { SubscriptionStatus } from '#contract/billing/payments.ts'
import { dayIn } from '#server/platform/clock.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectCustomer } from '../payments/checkout/checkout-store.ts'
import { selectSubscription } from './subscription-store.ts'
import { nextPaymentDue, renewalDay, statusOn } from './term.ts'

/** The plan of a church and how long it lasts. */
export async function readSubscription(tx: Tx, tenantId: TenantId, at: Date): Promise<SubscriptionStatus> {
  const found = await selectSubscription(tx, tenantId)
  if (!found) throw new ApiError('not_found')
  const { planId, planName, membershipSize, people, startedOn, expiresOn, timeZone } = found
  return {
    planId,
    planName,
    membershipSize,
    people,
    startedOn,
    expiresOn,
    renewsOn: renewalDay(expiresOn),
    nextPaymentDue: nextPaymentDue(expiresOn),
    status: statusOn(expiresOn, dayIn(timeZone, at)),
    hasPortal: (await selectCustomer(tx, { tenantId, provider: 'stripe' })) !== null,
  }
}
