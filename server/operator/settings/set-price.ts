import { isCharged } from '#contract/billing/exact.ts'
import { priceFields } from '#contract/operator/settings.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { confirmedAct } from '../changes/ask-for-second.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { endPrice, insertPrice, selectPlan, selectPrice } from './price-store.ts'

/**
 * Ends the price in force and begins this one; without an amount it only ends. What was quoted before keeps its price.
 * Throws `not_found` for an unknown plan, and `invalid_input`.
 */
export const setPrice = confirmedAct({
  kind: 'price',
  shape: priceFields,
  look: async (tx, { amount, ...place }) => {
    const { product, planId, isoCode, currency } = place
    if ((product === 'subscription') !== (planId !== null))
      throw refused('planId', 'A price per month needs a plan; a price per unit must not have one.')
    if (!isCharged(currency)) throw refused('currency', `${currency} is not supported.`)
    const plan = planId === null ? null : await selectPlan(tx, planId)
    if (planId !== null && !plan) throw new ApiError('not_found')
    const before = await selectPrice(tx, place)
    const after = amount === null ? null : canonical(amount)
    if (before === after) return null
    const details = { product, ...(plan && { planName: plan.name }), isoCode, currency }
    return { subject: planId ?? '', details, before: { amount: before }, after: { amount: after } }
  },
  apply: async (tx, _house, { wanted: { amount, ...place }, looked, change, actor, at }) => {
    await endPrice(tx, place, at)
    if (amount !== null) await insertPrice(tx, { ...place, amount, at })
    const { details, before, after } = looked
    await noteAtDesk(tx, actor, {
      act: amount === null ? 'price.ended' : 'price.set',
      ...(place.planId === null ? {} : { subjectId: place.planId }),
      details: { ...details, before, after, reason: change.reason, askedBy: change.askedBy.name },
      at,
    })
  },
})

/** As the database writes it: 05.90 is 5.9. */
const canonical = (amount: string): string =>
  amount.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, (end) => (amount.includes('.') ? '' : end))

const refused = (field: string, message: string): ApiError =>
  new ApiError('invalid_input', { fields: { [field]: message } })
