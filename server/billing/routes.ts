import * as calls from '#contract/billing/payments.ts'
import { readSupport, type Support } from '#contract/installation.ts'
import type { AppContext } from '../platform/app-context.ts'
import type { Tx } from '../platform/database/index.ts'
import type { Serve } from '../platform/http/index.ts'
import { selectSupport } from './keepers/index.ts'
import { paymentRoutes } from './payments/index.ts'
import { quotePurchase, readPricing } from './prices/index.ts'
import { receiptRoutes } from './receipts/index.ts'
import { readSubscription } from './subscription/index.ts'
import { type Messages, statementRoutes } from './units/index.ts'

export function routes(serve: Serve, context: AppContext, messages: Messages): void {
  serve(readSupport, () => context.database.withoutTenant(supportOf))
  serve(calls.readPricing, ({ query, caller, transact }) =>
    transact((tx) => readPricing(tx, caller.church, { wanted: query.currency, accounts: context.config.payments })),
  )
  serve(calls.readSubscription, ({ caller, at, transact }) =>
    transact((tx) => readSubscription(tx, caller.tenantId, at)),
  )
  serve(calls.quotePurchase, ({ body, caller, at, transact }) =>
    transact((tx) => quotePurchase(tx, caller.tenantId, body, at)),
  )
  paymentRoutes(serve, context)
  receiptRoutes(serve, context)
  statementRoutes(serve, context, messages)
}

/** How to reach the people who run this installation. */
const supportOf = async (tx: Tx): Promise<Support> =>
  (await selectSupport(tx)) ?? { email: null, phone: null, chatUrl: null }
