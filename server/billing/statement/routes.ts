import * as calls from '#contract/billing/statement.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { readUnitAlert, saveUnitAlert } from '../units/unit-alert.ts'
import { exportStatement } from './export-statement.ts'
import { listMovements, listStatement } from './list-statement.ts'
import type { Messages } from './statement-store.ts'

export function statementRoutes(serve: Serve, house: House, messages: Messages): void {
  serve(calls.listStatement, ({ query, caller, transact }) =>
    transact((tx) => listStatement(tx, messages, { caller, query })),
  )
  serve(calls.listMovements, ({ query, caller, transact }) =>
    transact((tx) => listMovements(tx, messages, { caller, query })),
  )
  serve(calls.exportStatement, ({ query, caller, actor, at }) =>
    exportStatement(house, messages, { caller, query, actor, at }),
  )
  serve(calls.readUnitAlert, ({ caller, transact }) => transact((tx) => readUnitAlert(tx, caller.tenantId)))
  serve(calls.saveUnitAlert, ({ body: { threshold }, caller, actor, at, transact }) =>
    transact((tx) => saveUnitAlert(tx, caller.tenantId, { threshold, actor, at })),
  )
}
