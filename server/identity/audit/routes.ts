import { exportAudit, listAudit } from '#contract/identity/audit.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve } from '../../platform/http/index.ts'
import { exportAudit as exportList } from './export-audit.ts'
import { listAudit as list } from './list-audit.ts'

/** The church's log. */
export function serveAudit(serve: Serve, context: AppContext): void {
  serve(listAudit, ({ caller, query, transact }) => transact((tx) => list(tx, caller, query)))
  serve(exportAudit, ({ caller, query, actor, at }) => exportList(context, caller, { query, actor, at }))
}
