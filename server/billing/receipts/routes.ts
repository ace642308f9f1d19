import * as calls from '#contract/billing/receipts.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { findReceipt, readReceipt } from './read-receipt.ts'
import { receiptFile } from './receipt-file.ts'

export function receiptRoutes(serve: Serve, house: House): void {
  serve(calls.readReceipt, ({ params, caller, transact }) =>
    transact((tx) => readReceipt(tx, caller.tenantId, params.id)),
  )
  serve(calls.downloadReceipt, async ({ params, caller, transact }) =>
    receiptFile(house, await transact((tx) => findReceipt(tx, caller.tenantId, params.id))),
  )
}
