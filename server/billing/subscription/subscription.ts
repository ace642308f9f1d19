import { audit } from '../../identity/index.ts'
import { dayIn } from '../../platform/clock.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import {
  selectPlan,
  hasPortal,
  lockSubscription,
  updateSubscription,
  selectSubscription,
} from './subscription-store.ts'
import { isDay, newExpiry, startOf, nextPaymentDue, renewalDay, statusOn } from './term.ts'
import type { SubscriptionStatus } from '#contract/billing/payments.ts'

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
    hasPortal: await hasPortal(tx, tenantId),
  }
}

type PaidMonths = { paymentId: string; planId: string; months: number; actor: Actor; at: Date }

/** Gives the months of a payment: the plan at once, the days after those already paid. Once, for `settle` calls it once. */
export async function addPaidMonths(
  tx: Tx,
  tenantId: TenantId,
  { paymentId, planId, months, actor, at }: PaidMonths,
): Promise<void> {
  const before = await lockSubscription(tx, tenantId)
  const plan = await selectPlan(tx, planId)
  if (!before || !plan) throw new Error('A payment is for a church and a plan that are there')
  const today = dayIn(before.timeZone, at)
  const expiresOn = newExpiry(before.expiresOn, months, today)
  const startedOn = startOf(before, planId, today)
  const { name: planName, membershipSize } = plan
  await updateSubscription(tx, tenantId, { planId, planName, membershipSize, startedOn, expiresOn })
  const details = { planName, months, expiresOn, expiredBefore: before.expiresOn }
  await audit(tx, tenantId, actor, { act: 'subscription.extended', subjectId: paymentId, details, at })
}

export type HandMadeTerm = {
  /** null, or the plan that the church has: plan and size stay as they are. */
  planId: string | null
  /** Last day, YYYY-MM-DD in the church's zone. */
  expiresOn: string
  /** The church reads it in its log. */
  reason: string
  actor: Actor
  at: Date
}

/**
 * Changes a church's plan or expiry by hand. The gate follows at its next request. Throws `not_found` (no such church)
 * and `invalid_input` (no such plan, no such day).
 */
export async function extendSubscription(
  tx: Tx,
  tenantId: TenantId,
  { planId, expiresOn, reason, actor, at }: HandMadeTerm,
): Promise<void> {
  if (!isDay(expiresOn)) throw new ApiError('invalid_input', { fields: { expiresOn: 'This date does not exist.' } })
  const before = await lockSubscription(tx, tenantId)
  if (!before) throw new ApiError('not_found')
  const plan = planId === null || planId === before.planId ? null : await selectPlan(tx, planId)
  if (!plan && planId !== null && planId !== before.planId)
    throw new ApiError('invalid_input', { fields: { planId: 'There is no such plan.' } })
  const kept = { planId: before.planId, planName: before.planName, membershipSize: before.membershipSize }
  const now = plan ? { planId: plan.id, planName: plan.name, membershipSize: plan.membershipSize } : kept
  const startedOn = plan ? startOf(before, plan.id, dayIn(before.timeZone, at)) : before.startedOn
  await updateSubscription(tx, tenantId, { ...now, startedOn, expiresOn })
  const details = {
    planName: now.planName,
    planBefore: before.planName,
    expiresOn,
    expiredBefore: before.expiresOn,
    reason,
  }
  await audit(tx, tenantId, actor, { act: 'subscription.changed', details, at })
}
