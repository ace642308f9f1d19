import * as calls from '#contract/billing/payments.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve } from '../../platform/http/index.ts'
import { checkoutRoutes } from './checkout/checkout-routes.ts'
import { openPayments } from './checkout/ask-provider.ts'
import { existingClientRoutes } from './existing-clients.ts'
import { exportPayments, listPayments } from './list-payments.ts'
import { readPayment } from './records/payment-store.ts'
import { addProof, expectProof, prepareProof, readProof, startTransfer } from './transfer/transfer.ts'

/** All calls about a church's payments. */
export function paymentRoutes(serve: Serve, context: AppContext): void {
  const withProviders = openPayments(context)
  checkoutRoutes(serve, withProviders)
  existingClientRoutes(serve, withProviders)

  serve(calls.startTransfer, ({ body: purchase, caller: { tenantId, accountId }, actor, at, transact }) =>
    transact((tx) => startTransfer(tx, tenantId, { purchase, accountId, actor, at })),
  )
  serve(calls.addProof, async ({ params, upload, caller: { tenantId, accountId }, actor, at, transact }) => {
    const { id: paymentId } = params
    await transact((tx) => expectProof(tx, tenantId, paymentId))
    const proof = await prepareProof(upload)
    return transact((tx) => addProof(tx, tenantId, { paymentId, proof, accountId, actor, at }))
  })
  serve(calls.readPayment, ({ params, caller, transact }) =>
    transact((tx) => readPayment(tx, caller.tenantId, params.id)),
  )
  serve(calls.readOwnProof, ({ params, caller, transact }) =>
    transact((tx) => readProof(tx, caller.tenantId, { id: params.proofId, paymentId: params.id })),
  )
  serve(calls.listPayments, ({ query, caller, transact }) => transact((tx) => listPayments(tx, caller.tenantId, query)))
  serve(calls.exportPayments, ({ query, caller, actor, at }) =>
    exportPayments({ database: context.database, query, caller, actor, at }),
  )
}
