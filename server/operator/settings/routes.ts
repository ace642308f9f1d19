import * as calls from '#contract/operator/settings.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Actor, Serve } from '#server/platform/http/index.ts'
import { askForSecond, type ConfirmedAct } from '../changes/ask-for-second.ts'
import { lockInstallation } from '../changes/change-store.ts'
import { editRoute } from './edit-route.ts'
import { listPrices } from './list-prices.ts'
import { readSettings } from './read-settings.ts'
import { selectRoutes } from './route-store.ts'
import { savePlan } from './save-plan.ts'
import { changedSettings, saveSettings } from './save-settings.ts'
import { setPrice } from './set-price.ts'

/** What of the installation one operator asks for and a second one confirms. */
export const settingActs = [saveSettings, setPrice, savePlan, editRoute]

type Asked = { reason: string; actor: Actor; at: Date }

export function settingRoutes(serve: Serve, house: House): void {
  const ask = async (tx: Tx, act: ConfirmedAct, wanted: object, { reason, actor, at }: Asked) => {
    await lockInstallation(tx)
    return askForSecond(tx, house, act, { wanted, reason, actor, at })
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
      return askForSecond(tx, house, saveSettings, { wanted: await changedSettings(tx, settings), reason, actor, at })
    }),
  )
}
