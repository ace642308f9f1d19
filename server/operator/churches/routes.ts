import * as calls from '#contract/operator/churches.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
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
    house.database.withOperator({ operatorId, tenantId: params.id }, (tx) =>
      changeSubscription(tx, { ...body, tenantId: params.id, actor, at }),
    ),
  )
}
