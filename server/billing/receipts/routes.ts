import * as calls from '#contract/billing/receipts.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve } from '../../platform/http/index.ts'
import { findReceipt, readReceipt } from './read-receipt.ts'
import { receiptFile } from './receipt-file.ts'

export function receiptRoutes(serve: Serve, context: AppContext): void {
  serve(calls.readReceipt, ({ params, caller, transact }) =>
    transact((tx) => readReceipt(tx, caller.tenantId, params.id)),
  )
  serve(calls.downloadReceipt, async ({ params, caller, transact }) =>
    receiptFile(context, await transact((tx) => findReceipt(tx, caller.tenantId, params.id))),
  )
}
