import { excess } from '#contract/billing/exact.ts'
import { audit } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { lockBook, periodOn, selectPlans, updateRenewalPlan } from '../subscription/index.ts'
import { currencyFor, monthPrice } from './pricing.ts'
import { selectPrices } from './price-store.ts'
import { refuseTooSmall } from './quote-purchase.ts'

type Choosing = { planId: string | null; actor: Actor; at: Date }

/**
 * What a church wants from its renewal on: a plan that is cheaper than its present one, or the present one again (null). It
 * costs nothing and may be taken back; whoever pays before it chooses anew. Throws `plan_not_offered`, `plan_too_small` and
 * `plan_not_cheaper`.
 */
export async function chooseRenewalPlan(tx: Tx, tenantId: TenantId, { planId, actor, at }: Choosing): Promise<void> {
  const book = await lockBook(tx, tenantId, at)
  if (!book) throw new ApiError('not_found')
  const { record, term, today } = book
  if (planId === record.renewalPlanId) return
  const plan = planId === null ? null : (await selectPlans(tx)).find(({ id }) => id === planId)
  if (plan === undefined) throw new ApiError('plan_not_offered')
  if (plan) {
    refuseTooSmall(plan, record.people)
    const prices = await selectPrices(tx, record.isoCode, at)
    const currency = currencyFor(prices, record.currency)
    const priceOf = (id: string) => monthPrice(prices, id, currency)?.amount ?? null
    const wanted = priceOf(plan.id)
    if (!wanted) throw new ApiError('plan_not_offered')
    const present = periodOn(term, today).plan.id
    const now = present === null ? null : priceOf(present)
    if (!now || excess(now, wanted).units === 0n) throw new ApiError('plan_not_cheaper')
  }
  await updateRenewalPlan(tx, tenantId, planId)
  const details = { planName: plan?.name ?? periodOn(term, today).plan.name }
  await audit(tx, tenantId, actor, { act: 'subscription.renewal_plan', details, at })
}
