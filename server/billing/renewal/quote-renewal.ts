import type { TenantId, Tx } from '../../platform/database/index.ts'
import { dayIn, type Day } from '../../platform/runtime/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { quoteRenewal } from '../payments/index.ts'
import { currencyFor, selectPrices } from '../prices/index.ts'
import { selectPlan, type SubscriptionRecord } from '../subscription/index.ts'
import type { RenewalRecord } from './renewal-store.ts'
import { firstTryOn, tellDay, type Today } from './schedule.ts'

/** What a renewal comes to, of the plan that the church has. */
export type RenewalQuote = {
  planId: string
  planName: string
  months: number
  amountMinor: number
  currency: string
  paidUntil: Day
}

type Renewing = { renewal: Pick<RenewalRecord, 'months' | 'currency'>; at: Date }

/** Why nothing can be renewed. */
const OBSTACLES = ['no_price', 'plan_too_small', 'plan_not_offered'] as const
type Obstacle = (typeof OBSTACLES)[number]

/** What a renewal comes to at this moment, or what stands in its way. */
export async function triedQuote(
  tx: Tx,
  tenantId: TenantId,
  { renewal: { months, currency }, at }: Renewing,
): Promise<RenewalQuote | Obstacle> {
  try {
    const { planId, amountMinor, expiresOn } = await quoteRenewal(tx, tenantId, { months, currency, at })
    const plan = planId === null ? null : await selectPlan(tx, planId)
    if (!plan || expiresOn === null) return 'plan_not_offered'
    return { planId: plan.id, planName: plan.name, months, amountMinor, currency, paidUntil: expiresOn }
  } catch (error) {
    const obstacle = OBSTACLES.find((code) => error instanceof ApiError && error.code === code)
    if (!obstacle) throw error
    return obstacle
  }
}

/** How a church would be renewed that has not said how yet: a month, in the currency that it pays in. */
export async function usualRenewal(
  tx: Tx,
  { isoCode, currency, at }: { isoCode: string; currency: string; at: Date },
): Promise<Pick<RenewalRecord, 'months' | 'currency'>> {
  return { months: 1, currency: currencyFor(await selectPrices(tx, isoCode, at), currency) }
}

/** When it is told and taken, if it is switched on now or was before. */
export function daysOf(
  { expiresOn, timeZone }: SubscriptionRecord,
  { today, renewal }: { today: Today; renewal: RenewalRecord | null },
): { toldOn: Day; takenOn: Day } {
  const told = tellDay(expiresOn)
  const toldOn = told > today.day ? told : today.day
  // Switched off, it would be switched on today.
  const switchedOn = renewal?.isOn ? dayIn(timeZone, renewal.switchedAt) : today.day
  return { toldOn, takenOn: firstTryOn(expiresOn, { toldOn, switchedOn }) }
}
