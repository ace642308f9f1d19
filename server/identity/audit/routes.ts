import { exportAudit, listAudit } from '#contract/identity/audit.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { exportAudit as exportList } from './export-audit.ts'
import { listAudit as list } from './list-audit.ts'

/** The church's log. */
export function serveAudit(serve: Serve, house: House): void {
  serve(listAudit, ({ caller, query, transact }) => transact((tx) => list(tx, caller, query)))
  serve(exportAudit, ({ caller, query, actor, at }) => exportList(house, caller, { query, actor, at }))
}
