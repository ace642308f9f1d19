import * as calls from '#contract/operator/settings.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { editRoute } from './edit-route.ts'
import { listPrices } from './list-prices.ts'
import { readSettings } from './read-settings.ts'
import { selectRoutes } from './route-store.ts'
import { addPlan, editPlan } from './save-plan.ts'
import { saveSettings } from './save-settings.ts'
import { setPrice } from './set-price.ts'

export function settingRoutes(serve: Serve): void {
  serve(calls.listPrices, ({ transact }) => transact(listPrices))
  serve(calls.addPlan, ({ body, actor, at, transact }) =>
    transact(async (tx) => {
      await addPlan(tx, { plan: body, actor, at })
      return listPrices(tx)
    }),
  )
  serve(calls.editPlan, ({ params, body, actor, at, transact }) =>
    transact(async (tx) => {
      await editPlan(tx, params.id, { plan: body, actor, at })
      return listPrices(tx)
    }),
  )
  serve(calls.setPrice, ({ body, actor, at, transact }) =>
    transact(async (tx) => {
      await setPrice(tx, { wanted: body, actor, at })
      return listPrices(tx)
    }),
  )
  serve(calls.listRoutes, ({ transact }) => transact(selectRoutes))
  serve(calls.editRoute, ({ params, body, actor, at, transact }) =>
    transact((tx) => editRoute(tx, params.id, { route: body, actor, at })),
  )
  serve(calls.readSettings, ({ transact }) => transact(readSettings))
  serve(calls.saveSettings, ({ body, actor, at, transact }) =>
    transact((tx) => saveSettings(tx, { wanted: body, actor, at })),
  )
}
