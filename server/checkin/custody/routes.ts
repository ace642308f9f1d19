import * as calls from '#contract/checkin/custody.ts'
import * as incidents from '#contract/checkin/incidents.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { deskOf } from '../station/desk.ts'
import { compareCustody } from './anchors.ts'
import { exportCustody } from './export-custody.ts'
import { listIncidents, settle } from './incidents.ts'
import { listCustody } from './list-custody.ts'
import { verifyCustody } from './verify-custody.ts'

export function custodyRoutes(serve: Serve, house: House): void {
  const { secretKey } = house.config
  serve(calls.listCustody, ({ query, caller, transact }) =>
    transact((tx) => listCustody(tx, { timeZone: caller.church.timeZone, secretKey }, query)),
  )
  serve(calls.exportCustody, ({ query, caller, actor, at }) => exportCustody(house, { caller, query, actor, at }))
  serve(calls.verifyCustody, ({ caller }) => verifyCustody(house, caller.tenantId))
  serve(calls.compareCustody, ({ caller, body }) => compareCustody(house, caller.tenantId, body.anchors))
  serve(incidents.listIncidents, ({ transact }) => transact((tx) => listIncidents(tx)))
  serve(incidents.settleIncident, ({ body, transact, ...call }) =>
    transact((tx) => settle(tx, deskOf(house, call), { ...body, accountId: call.caller.accountId })),
  )
}
