import { listViews, removeView as removeCall, saveView as saveCall } from '#contract/identity/views.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { refuseOthers } from './abilities-of-lists.ts'
import { removeView } from './remove-view.ts'
import { saveView } from './save-view.ts'
import { selectViews } from './views-store.ts'

/** Lists as somebody likes to see them. */
export function viewRoutes(serve: Serve): void {
  serve(listViews, ({ query, caller, transact }) => {
    refuseOthers(caller, query.list)
    return transact((tx) => selectViews(tx, caller.accountId, query.list))
  })
  serve(saveCall, ({ body, caller, at, transact }) => {
    refuseOthers(caller, body.list)
    return transact((tx) => saveView(tx, caller, body, at))
  })
  serve(removeCall, ({ params, caller, transact }) => transact((tx) => removeView(tx, caller, params.id)))
}
