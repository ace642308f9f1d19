import { isCharged } from '#contract/billing/exact.ts'
import { priceFields } from '#contract/operator/settings.ts'
import { taxFields } from '#contract/operator/taxes.ts'
import { ApiError } from '../../platform/http/index.ts'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import { confirmedAct } from '../changes/index.ts'
import { noteOperatorAct } from '../log/index.ts'
import { endPrice, endTax, insertPrice, insertTax, selectPlan, selectPrice, selectTax } from './settings-store.ts'

/** Nothing is entered further ahead than this. */
const DAYS_AHEAD = 2 * 365

/**
 * When what is wanted begins: with a day of UTC, or at once, also where that day has come before it was confirmed. Throws
 * `invalid_input` for a day that is too far ahead.
 */
function startOf(startsOn: string | null | undefined, at: Date): Date {
  if (startsOn === null || startsOn === undefined) return at
  if (startsOn > addDays(dayIn('UTC', at), DAYS_AHEAD)) throw refused('startsOn', 'Choose a day within two years.')
  const start = new Date(`${startsOn}T00:00:00Z`)
  return start > at ? start : at
}

/** What was confirmed a moment ago, perhaps by a clock that is ahead of this one, is there already. */
const seenFrom = (start: Date): Date => new Date(start.getTime() + 60_000)

/** The day that a change tells of; at once it tells none. */
const told = (startsOn: string | null | undefined) => (startsOn === null || startsOn === undefined ? {} : { startsOn })

/**
 * Ends the price in force and begins this one; without an amount it only ends. What was quoted before keeps its price.
 * Throws `not_found` for an unknown plan, and `invalid_input`.
 */
export const setPrice = confirmedAct({
  kind: 'price',
  shape: priceFields,
  look: async (tx, { amount, startsOn, ...place }, at) => {
    const { product, planId, isoCode, currency } = place
    if ((product === 'subscription') !== (planId !== null))
      throw refused('planId', 'A price per month needs a plan; a price per unit must not have one.')
    if (!isCharged(currency)) throw refused('currency', `${currency} is not supported.`)
    const plan = planId === null ? null : await selectPlan(tx, planId)
    if (planId !== null && !plan) throw new ApiError('not_found')
    const present = await selectPrice(tx, place, seenFrom(startOf(startsOn, at)))
    const after = amount === null ? null : canonical(amount)
    const isSame = present.amount === after && present.toCome === null
    if (isSame) return null
    const details = { product, ...(plan && { planName: plan.name }), isoCode, currency, ...told(startsOn) }
    const [before, instead] = [{ amount: present.amount }, { amount: after }]
    const changes = { before, after: instead }
    const withNext = { before: { ...before, toCome: present.toCome }, after: { ...instead, toCome: null } }
    return { subject: planId ?? '', details, ...(present.toCome === null ? changes : withNext) }
  },
  apply: async (tx, _context, { wanted: { amount, startsOn, ...place }, looked, change, actor, at }) => {
    const start = startOf(startsOn, at)
    await endPrice(tx, place, start)
    if (amount !== null) await insertPrice(tx, { ...place, amount, at: start })
    const { details, before, after } = looked
    await noteOperatorAct(tx, actor, {
      act: amount === null ? 'price.ended' : 'price.set',
      ...(place.planId === null ? {} : { subjectId: place.planId }),
      details: { ...details, before, after, reason: change.reason, askedBy: change.askedBy.name },
      at,
    })
  },
})

/** Ends the tax of a country and begins this one, as of a price; without a rate it only ends. */
export const setTax = confirmedAct({
  kind: 'tax',
  shape: taxFields,
  look: async (tx, { isoCode, name, rate, startsOn }, at) => {
    const present = await selectTax(tx, isoCode, seenFrom(startOf(startsOn, at)))
    const before = { rate: present?.rate ?? null, name: present?.name ?? null }
    const after = rate === null ? { rate: null, name: null } : { rate: canonical(rate), name }
    if (before.rate === after.rate && before.name === after.name) return null
    return { subject: isoCode, details: { isoCode, ...told(startsOn) }, before, after }
  },
  apply: async (tx, _context, { wanted: { isoCode, name, rate, startsOn }, looked, change, actor, at }) => {
    const start = startOf(startsOn, at)
    await endTax(tx, isoCode, start)
    if (rate !== null) await insertTax(tx, { isoCode, name, rate, at: start })
    const { details, before, after } = looked
    const why = { reason: change.reason, askedBy: change.askedBy.name }
    await noteOperatorAct(tx, actor, { act: 'tax.set', details: { ...details, before, after, ...why }, at })
  },
})

/** As the database writes it: 05.90 is 5.9. */
const canonical = (amount: string): string =>
  amount.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, (end) => (amount.includes('.') ? '' : end))

const refused = (field: string, message: string): ApiError =>
  new ApiError('invalid_input', { fields: { [field]: message } })
