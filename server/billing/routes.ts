import * as calls from '#contract/billing/payments.ts'
import { readSupport as readSupportCall } from '#contract/installation.ts'
import type { Serve } from '#server/platform/http/index.ts'
import type { House } from '#server/platform/house.ts'
import { readSupport } from './installation/read-support.ts'
import { addProof, expectProof } from './payments/transfer/add-proof.ts'
import { checkoutRoutes } from './payments/checkout/checkout-routes.ts'
import type { PaymentHouse } from './payments/checkout/payment-house.ts'
import { existingClientRoutes } from './payments/existing-clients/existing-client-routes.ts'
import { exportPayments } from './payments/listing/export-payments.ts'
import { listPayments } from './payments/listing/list-payments.ts'
import { prepareProof } from './payments/transfer/prepare-proof.ts'
import { quotePurchase } from './payments/quote/quote-purchase.ts'
import { readPayment } from './payments/listing/read-payment.ts'
import { readProof } from './payments/transfer/read-proof.ts'
import { startTransfer } from './payments/transfer/start-transfer.ts'
import { readPricing } from './prices/read-pricing.ts'
import { receiptRoutes } from './receipts/routes.ts'
import type { Messages } from './statement/statement-store.ts'
import { statementRoutes } from './statement/routes.ts'
import { readSubscription } from './subscription/read-subscription.ts'

export function routes(serve: Serve, house: House & PaymentHouse, messages: Messages): void {
  serve(readSupportCall, () => house.database.withoutTenant(readSupport))

  serve(calls.readPricing, ({ query, caller, transact }) =>
    transact((tx) => readPricing(tx, caller.church, { wanted: query.currency, accounts: house.config.payments })),
  )
  serve(calls.readSubscription, ({ caller, at, transact }) =>
    transact((tx) => readSubscription(tx, caller.tenantId, at)),
  )
  serve(calls.quotePurchase, ({ body, caller, at, transact }) =>
    transact((tx) => quotePurchase(tx, caller.tenantId, body, at)),
  )
  paymentRoutes(serve, house)
  checkoutRoutes(serve, house)
  existingClientRoutes(serve, house)
  receiptRoutes(serve, house)
  statementRoutes(serve, house, messages)
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
