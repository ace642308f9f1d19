import * as calls from '#contract/billing/payments.ts'
import { readSupport as readSupportCall } from '#contract/installation.ts'
import type { Serve } from '#server/platform/http/index.ts'
import type { House } from '#server/platform/house.ts'
import { readSupport } from './installation/read-support.ts'
import { addProof, expectProof } from './payments/add-proof.ts'
import { cancelPayment } from './payments/cancel-payment.ts'
import { exportPayments } from './payments/export-payments.ts'
import { listPayments } from './payments/list-payments.ts'
import { prepareProof } from './payments/prepare-proof.ts'
import { quotePurchase } from './payments/quote-purchase.ts'
import { readPayment } from './payments/read-payment.ts'
import { readProof } from './payments/read-proof.ts'
import { startTransfer } from './payments/start-transfer.ts'
import { readPricing } from './prices/read-pricing.ts'
import { readSubscription } from './subscription/read-subscription.ts'

export function routes(serve: Serve, house: House): void {
  serve(readSupportCall, () => house.database.withoutTenant(readSupport))

  serve(calls.readPricing, ({ query, caller, transact }) =>
    transact((tx) => readPricing(tx, caller.church, query.currency)),
  )
  serve(calls.readSubscription, ({ caller, at, transact }) =>
    transact((tx) => readSubscription(tx, caller.tenantId, at)),
  )
  serve(calls.quotePurchase, ({ body, caller, at, transact }) =>
    transact((tx) => quotePurchase(tx, caller.tenantId, body, at)),
  )
  paymentRoutes(serve, house)
}

function paymentRoutes(serve: Serve, house: House): void {
  serve(calls.startTransfer, ({ body: purchase, caller: { tenantId, accountId }, actor, at, transact }) =>
    transact((tx) => startTransfer(tx, tenantId, { purchase, accountId, actor, at })),
  )
  serve(calls.addProof, async ({ params, upload, caller: { tenantId, accountId }, actor, at, transact }) => {
    const { id: paymentId } = params
    await transact((tx) => expectProof(tx, tenantId, paymentId))
    const proof = await prepareProof(upload)
    return transact((tx) => addProof(tx, tenantId, { paymentId, proof, accountId, actor, at }))
  })
  serve(calls.cancelPayment, ({ params, caller: { tenantId }, actor, at, transact }) =>
    transact((tx) => cancelPayment(tx, house, { tenantId, paymentId: params.id, actor, at })),
  )
  serve(calls.readPayment, ({ params, caller, transact }) =>
    transact((tx) => readPayment(tx, caller.tenantId, params.id)),
  )
  serve(calls.readOwnProof, ({ params, caller, transact }) =>
    transact((tx) => readProof(tx, caller.tenantId, { id: params.proofId, paymentId: params.id })),
  )
  serve(calls.listPayments, ({ query, caller, transact }) => transact((tx) => listPayments(tx, caller.tenantId, query)))
  serve(calls.exportPayments, ({ query, caller, actor, at }) =>
    exportPayments({ database: house.database, query, caller, actor, at }),
  )
}
