import * as holidays from '#contract/operator/holidays.ts'
import * as hours from '#contract/operator/hours.ts'
import * as calls from '#contract/operator/settings.ts'
import * as taxes from '#contract/operator/taxes.ts'
import {
  openGateways,
  selectAllRoutes,
  selectHolidays,
  selectHolidayYears,
  selectHours,
} from '../../messaging/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import { type Actor, type Serve, ApiError } from '../../platform/http/index.ts'
import { askForSecond, type ConfirmedAct, confirmedAct, changesOf, lockInstallation } from '../changes/index.ts'
import { editHolidays } from './edit-holidays.ts'
import { editHours, hoursId } from './edit-hours.ts'
import { editRoute, refuseGateways } from './edit-route.ts'
import {
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
  selectTaxes,
} from './settings-store.ts'
import { changedSettings, saveSettings } from './save-settings.ts'
import { setPrice, setTax } from './set-price.ts'
import { majorText } from '#contract/billing/exact.ts'
import { type Settings, type ConsolePrices, type listPrices as call, planFields } from '#contract/operator/settings.ts'
import type { Answer } from '#contract/endpoint.ts'
import { z } from 'zod/mini'
import { noteOperatorAct } from '../log/index.ts'

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

/** Plans, and what everything costs by country and currency, now and from days to come. */
async function listPrices(tx: Tx, at: Date): Promise<Answer<typeof call>> {
  const prices = await selectPrices(tx, at)
  const pricesOf = (product: PriceRecord['product'], planId: string | null = null): ConsolePrices['sms'] =>
    prices.filter((price) => price.product === product && price.planId === planId).map(presentPrice)
  const plans = await selectPlans(tx)
  return {
    plans: plans.map((plan) => ({ ...plan, prices: pricesOf('subscription', plan.id) })),
    sms: pricesOf('sms'),
    email: pricesOf('email'),
  }
}

const presentPrice = ({
  id,
  isoCode,
  currency,
  amount,
  startedAt,
  endedAt,
}: PriceRecord): ConsolePrices['sms'][number] => ({
  id,
  isoCode,
  currency,
  amount,
  startedAt: startedAt.toISOString(),
  endsAt: endedAt?.toISOString() ?? null,
})

async function listTaxes(tx: Tx, at: Date): Promise<taxes.ConsoleTax[]> {
  const found = await selectTaxes(tx, at)
  return found.map(({ startedAt, endedAt, ...tax }) => ({
    ...tax,
    startedAt: startedAt.toISOString(),
    endsAt: endedAt?.toISOString() ?? null,
  }))
}

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
export const settingActs = [saveSettings, setPrice, setTax, savePlan, editRoute, editHours, editHolidays]

type Asked = { reason: string; actor: Actor; at: Date }

export function settingRoutes(serve: Serve, context: AppContext): void {
  const ask = async (tx: Tx, act: ConfirmedAct, wanted: object, { reason, actor, at }: Asked) => {
    await lockInstallation(tx)
    return askForSecond(tx, context, act, { wanted, reason, actor, at })
  }
  serve(calls.listPrices, ({ at, transact }) => transact((tx) => listPrices(tx, at)))
  serve(taxes.listTaxes, ({ at, transact }) => transact((tx) => listTaxes(tx, at)))
  serve(calls.addPlan, ({ body: { reason, ...plan }, actor, at, transact }) =>
    transact((tx) => ask(tx, savePlan, { id: null, plan }, { reason, actor, at })),
  )
  serve(calls.editPlan, ({ params: { id }, body: { reason, ...plan }, actor, at, transact }) =>
    transact((tx) => ask(tx, savePlan, { id, plan }, { reason, actor, at })),
  )
  serve(calls.setPrice, ({ body: { reason, ...price }, actor, at, transact }) =>
    transact((tx) => ask(tx, setPrice, price, { reason, actor, at })),
  )
  serve(taxes.setTax, ({ body: { reason, ...tax }, actor, at, transact }) =>
    transact((tx) => ask(tx, setTax, tax, { reason, actor, at })),
  )
  const gateways = openGateways(context.config).names()
  serve(calls.listRoutes, ({ transact }) => transact(async (tx) => ({ routes: await selectAllRoutes(tx), gateways })))
  serve(calls.editRoute, ({ params: { id }, body: { reason, ...route }, actor, at, transact }) =>
    transact((tx) => {
      refuseGateways(route, gateways)
      return ask(tx, editRoute, { id, route }, { reason, actor, at })
    }),
  )
  serve(hours.listHours, ({ at, transact }) =>
    transact(async (tx) => ({
      hours: await selectHours(tx),
      // Where it is still yesterday the day counts too.
      holidays: await selectHolidays(tx, addDays(dayIn('UTC', at), -1)),
    })),
  )
  serve(hours.addHours, ({ body: { reason, country, routeId, kind, ...rule }, actor, at, transact }) => {
    const place = { country, routeId, kind }
    return transact((tx) => ask(tx, editHours, { id: hoursId(place), place, hours: rule }, { reason, actor, at }))
  })
  serve(hours.removeHours, ({ params: { id }, body: { reason }, actor, at, transact }) =>
    transact((tx) => ask(tx, editHours, { id, hours: null }, { reason, actor, at })),
  )
  serve(hours.editHours, ({ params: { id }, body: { reason, ...rule }, actor, at, transact }) =>
    transact((tx) => ask(tx, editHours, { id, hours: rule }, { reason, actor, at })),
  )
  serve(holidays.listHolidays, ({ transact }) => transact(async (tx) => ({ years: await selectHolidayYears(tx) })))
  serve(holidays.saveHolidays, ({ params: { country, year }, body: { reason, ...entered }, actor, at, transact }) =>
    transact((tx) => ask(tx, editHolidays, { country, year: Number(year), ...entered }, { reason, actor, at })),
  )
  serve(calls.readSettings, ({ transact }) => transact(readSettings))
  serve(calls.saveSettings, ({ body: { reason, ...settings }, actor, at, transact }) =>
    transact(async (tx) => {
      await lockInstallation(tx)
      return askForSecond(tx, context, saveSettings, { wanted: await changedSettings(tx, settings), reason, actor, at })
    }),
  )
}
