import * as calls from '#contract/operator/settings.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Actor, type Serve, ApiError } from '../../platform/http/index.ts'
import { askForSecond, type ConfirmedAct, confirmedAct, changesOf, lockInstallation } from '../changes/index.ts'
import { editRoute } from './edit-route.ts'
import {
  selectRoutes,
  selectBankAccounts,
  selectInstallation,
  selectPlans,
  selectPrices,
  type PriceRecord,
  insertPlan,
  isNameTaken,
  selectPlan,
  updatePlan,
  type PlanInput,
  endPrice,
  insertPrice,
  selectPrice,
} from './settings-store.ts'
import { changedSettings, saveSettings } from './save-settings.ts'
import { majorText, isCharged } from '#contract/billing/exact.ts'
import {
  type Settings,
  type ConsolePrices,
  type listPrices as call,
  planFields,
  priceFields,
} from '#contract/operator/settings.ts'
import type { Answer } from '#contract/endpoint.ts'
import { z } from 'zod/mini'
import { noteOperatorAct } from '../log/index.ts'

/**
 * Ends the price in force and begins this one; without an amount it only ends. What was quoted before keeps its price.
 * Throws `not_found` for an unknown plan, and `invalid_input`.
 */
const setPrice = confirmedAct({
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
  apply: async (tx, _context, { wanted: { amount, ...place }, looked, change, actor, at }) => {
    await endPrice(tx, place, at)
    if (amount !== null) await insertPrice(tx, { ...place, amount, at })
    const { details, before, after } = looked
    await noteOperatorAct(tx, actor, {
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

/**
 * Adds a plan, or changes one of an id; churches keep the size they paid for until they pay again. Throws `not_found` and
 * `name_taken`.
 */
const savePlan = confirmedAct({
  kind: 'plan',
  shape: z.object({ id: z.nullable(z.uuid()), plan: planFields }),
  look: async (tx, { id, plan }) => {
    const present = id === null ? null : await selectPlan(tx, id)
    if (id !== null && !present) throw new ApiError('not_found')
    await refuseTaken(tx, plan, id)
    const changes = present ? changesOf(present, plan) : { before: {}, after: plan }
    return changes && { subject: id ?? '', details: { planName: present?.name ?? plan.name }, ...changes }
  },
  apply: async (tx, _context, { wanted: { id, plan }, looked, change, actor, at }) => {
    const subjectId = id ?? (await insertPlan(tx, plan, at))
    if (id !== null) await updatePlan(tx, id, plan)
    const { before, after } = looked
    const told = id === null ? { after } : { before, after }
    const details = { planName: plan.name, ...told, reason: change.reason, askedBy: change.askedBy.name }
    await noteOperatorAct(tx, actor, { act: id === null ? 'plan.added' : 'plan.changed', subjectId, details, at })
  },
})

/** Plans that are offered no more may share a name. */
async function refuseTaken(tx: Tx, { name, offered }: PlanInput, id: string | null): Promise<void> {
  if (offered && (await isNameTaken(tx, name, id))) throw new ApiError('name_taken')
}

/** Plans, and what everything costs by country and currency at present. */
async function listPrices(tx: Tx): Promise<Answer<typeof call>> {
  const prices = await selectPrices(tx)
  const pricesOf = (product: PriceRecord['product'], planId: string | null = null): ConsolePrices['sms'] =>
    prices.filter((price) => price.product === product && price.planId === planId).map(presentPrice)
  const plans = await selectPlans(tx)
  return {
    plans: plans.map((plan) => ({ ...plan, prices: pricesOf('subscription', plan.id) })),
    sms: pricesOf('sms'),
    email: pricesOf('email'),
  }
}

const presentPrice = ({ id, isoCode, currency, amount, startedAt }: PriceRecord): ConsolePrices['sms'][number] => ({
  id,
  isoCode,
  currency,
  amount,
  startedAt: startedAt.toISOString(),
})

/** How the installation is reached and paid. */
async function readSettings(tx: Tx): Promise<Settings> {
  const { approvalLimits, ...installation } = await selectInstallation(tx)
  return {
    ...installation,
    approvalLimits: Object.entries(approvalLimits).map(([currency, minor]) => ({
      currency,
      amount: majorText(minor, currency),
    })),
    bankAccounts: await selectBankAccounts(tx),
  }
}

/** What of the installation one operator asks for and a second one confirms. */
export const settingActs = [saveSettings, setPrice, savePlan, editRoute]

type Asked = { reason: string; actor: Actor; at: Date }

export function settingRoutes(serve: Serve, context: AppContext): void {
  const ask = async (tx: Tx, act: ConfirmedAct, wanted: object, { reason, actor, at }: Asked) => {
    await lockInstallation(tx)
    return askForSecond(tx, context, act, { wanted, reason, actor, at })
  }
  serve(calls.listPrices, ({ transact }) => transact(listPrices))
  serve(calls.addPlan, ({ body: { reason, ...plan }, actor, at, transact }) =>
    transact((tx) => ask(tx, savePlan, { id: null, plan }, { reason, actor, at })),
  )
  serve(calls.editPlan, ({ params: { id }, body: { reason, ...plan }, actor, at, transact }) =>
    transact((tx) => ask(tx, savePlan, { id, plan }, { reason, actor, at })),
  )
  serve(calls.setPrice, ({ body: { reason, ...price }, actor, at, transact }) =>
    transact((tx) => ask(tx, setPrice, price, { reason, actor, at })),
  )
  serve(calls.listRoutes, ({ transact }) => transact(selectRoutes))
  serve(calls.editRoute, ({ params: { id }, body: { reason, ...route }, actor, at, transact }) =>
    transact((tx) => ask(tx, editRoute, { id, route }, { reason, actor, at })),
  )
  serve(calls.readSettings, ({ transact }) => transact(readSettings))
  serve(calls.saveSettings, ({ body: { reason, ...settings }, actor, at, transact }) =>
    transact(async (tx) => {
      await lockInstallation(tx)
      return askForSecond(tx, context, saveSettings, { wanted: await changedSettings(tx, settings), reason, actor, at })
    }),
  )
}
