import * as calls from '#contract/checkin/custody.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { exportCustody } from './export-custody.ts'
import { listCustody } from './list-custody.ts'
import { verifyCustody } from './verify-custody.ts'

export function custodyRoutes(serve: Serve, house: House): void {
  const { secretKey } = house.config
  serve(calls.listCustody, ({ query, caller, transact }) =>
    transact((tx) => listCustody(tx, { timeZone: caller.church.timeZone, secretKey }, query)),
  )
  serve(calls.exportCustody, ({ query, caller, actor, at }) => exportCustody(house, { caller, query, actor, at }))
  serve(calls.verifyCustody, ({ caller }) => verifyCustody(house, caller.tenantId))
}
