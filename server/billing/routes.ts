import * as calls from '#contract/billing/payments.ts'
import * as terms from '#contract/billing/subscription.ts'
import { readSupport, type Support } from '#contract/installation.ts'
import type { AppContext } from '../platform/app-context.ts'
import type { Tx } from '../platform/database/index.ts'
import type { Serve } from '../platform/http/index.ts'
import { selectSupport } from './keepers/index.ts'
import { paymentRoutes } from './payments/index.ts'
import { chooseRenewalPlan, quotePurchase, readPricing } from './prices/index.ts'
import { receiptRoutes } from './receipts/index.ts'
import { renewalRoutes } from './renewal/index.ts'
import { readSubscription, readTimeLine } from './subscription/index.ts'
import { type Messages, statementRoutes } from './units/index.ts'

const MINUTE_MS = 60_000

export function routes(serve: Serve, context: AppContext, messages: Messages): void {
  serve(readSupport, () => context.database.withoutTenant(supportOf))
  serve(calls.readPricing, ({ query, caller, at, transact }) =>
    transact((tx) => readPricing(tx, caller.church, { wanted: query.currency, accounts: context.config.payments, at })),
  )
  serve(terms.readSubscription, ({ caller, at, transact }) =>
    transact((tx) => readSubscription(tx, caller.tenantId, at)),
  )
  serve(terms.readTimeLine, ({ caller, at, transact }) => transact((tx) => readTimeLine(tx, caller.tenantId, { at })))
  serve(terms.chooseRenewalPlan, ({ body, caller: { tenantId }, actor, at, transact }) =>
    transact(async (tx) => {
      await chooseRenewalPlan(tx, tenantId, { ...body, actor, at })
      return readSubscription(tx, tenantId, at)
    }),
  )
  serve(calls.quotePurchase, async ({ body, caller, at, transact }) => ({
    ...(await transact((tx) => quotePurchase(tx, caller.tenantId, body, at))),
    validUntil: new Date(at.getTime() + calls.QUOTE_MINUTES * MINUTE_MS).toISOString(),
  }))
  paymentRoutes(serve, context)
  renewalRoutes(serve, context)
  receiptRoutes(serve, context)
  statementRoutes(serve, context, messages)
}

/** How to reach the people who run this installation. */
const supportOf = async (tx: Tx): Promise<Support> =>
  (await selectSupport(tx)) ?? { email: null, phone: null, chatUrl: null }
