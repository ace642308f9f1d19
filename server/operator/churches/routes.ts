import * as calls from '#contract/operator/churches.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { askForSecond } from '../changes/ask-for-second.ts'
import { lockInstallation } from '../changes/change-store.ts'
import { changeSubscription } from './change-subscription.ts'
import { exportChurches } from './export-churches.ts'
import { listChurches, readDeskChurch } from './list-churches.ts'

export function churchRoutes(serve: Serve, house: House): void {
  serve(calls.listChurches, ({ query, at, transact }) => transact((tx) => listChurches(tx, query, at)))
  serve(calls.exportChurches, ({ query, operator, actor, at }) =>
    exportChurches(house, { query, operatorId: operator.operatorId, actor, at }),
  )
  serve(calls.readDeskChurch, ({ params, at, transact }) => transact((tx) => readDeskChurch(tx, params.id, at)))
  serve(calls.changeSubscription, ({ params, body, operator: { operatorId }, actor, at }) =>
    house.database.withOperator({ operatorId, tenantId: params.id }, async (tx) => {
      const { reason, ...term } = body
      await lockInstallation(tx)
      return askForSecond(tx, house, changeSubscription, {
        wanted: { tenantId: params.id, ...term },
        reason,
        actor,
        at,
      })
    }),
  )
}
