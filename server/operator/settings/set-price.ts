import { isCharged } from '#contract/billing/exact.ts'
import type { Received } from '#contract/endpoint.ts'
import type { setPrice as call } from '#contract/operator/settings.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { lockInstallation } from './installation-store.ts'
import { endPrice, insertPrice, selectPlan } from './price-store.ts'

export type PriceChange = { wanted: Received<typeof call>['body']; actor: Actor; at: Date }

/**
 * Ends the price in force and begins this one; without an amount it only ends. What was quoted before keeps its price.
 * Throws `not_found` for an unknown plan, and `invalid_input`.
 */
export async function setPrice(tx: Tx, { wanted: { amount, ...place }, actor, at }: PriceChange): Promise<void> {
  const { product, planId, currency } = place
  if ((product === 'subscription') !== (planId !== null))
    throw refused('planId', 'A price per month needs a plan; a price per unit must not have one.')
  if (!isCharged(currency)) throw refused('currency', `${currency} is not supported.`)
  await lockInstallation(tx)
  const plan = planId === null ? null : await selectPlan(tx, planId)
  if (planId !== null && !plan) throw new ApiError('not_found')
  const before = await endPrice(tx, place, at)
  if (amount !== null) await insertPrice(tx, { ...place, amount, at })
  if (before === null && amount === null) return
  await noteAtDesk(tx, actor, {
    act: amount === null ? 'price.ended' : 'price.set',
    ...(planId === null ? {} : { subjectId: planId }),
    details: { ...detailsOf(place, plan?.name), before: { amount: before }, after: { amount } },
    at,
  })
}

const detailsOf = (
  { product, isoCode, currency }: { product: string; isoCode: string | null; currency: string },
  planName: string | undefined,
) => ({ product, ...(planName === undefined ? {} : { planName }), isoCode, currency })

const refused = (field: string, message: string): ApiError =>
  new ApiError('invalid_input', { fields: { [field]: message } })
