import * as calls from '#contract/billing/receipts.ts'
import * as terms from '#contract/billing/subscription.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { receiptFile } from './receipt-file.ts'
import { selectSupport } from '../keepers/index.ts'
import { saveParty, selectParty, selectReceipt, type WholeReceipt } from './receipt-store.ts'
import type { Receipt } from '#contract/billing/receipts.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'

export function receiptRoutes(serve: Serve, context: AppContext): void {
  serve(calls.readReceipt, ({ params, caller, transact }) =>
    transact((tx) => readReceipt(tx, caller.tenantId, params.id)),
  )
  serve(terms.readBillingParty, ({ caller, transact }) => transact((tx) => selectParty(tx, caller.tenantId)))
  serve(terms.saveBillingParty, ({ body, caller: { tenantId }, actor, at, transact }) =>
    transact(async (tx) => {
      await saveParty(tx, tenantId, { ...body, at })
      await audit(tx, tenantId, actor, { act: 'subscription.party_changed', details: {}, at })
      return selectParty(tx, tenantId)
    }),
  )
  serve(calls.downloadReceipt, async ({ params, caller, transact }) =>
    receiptFile(context, await transact((tx) => findReceipt(tx, caller.tenantId, params.id))),
  )
}

/** The receipt of a payment, to be drawn. Throws `not_found`: no payment of the church, or it has not succeeded. */
async function findReceipt(tx: Tx, tenantId: TenantId, paymentId: string): Promise<WholeReceipt> {
  const receipt = await selectReceipt(tx, tenantId, paymentId)
  if (!receipt) throw new ApiError('not_found')
  return { ...receipt, supportEmail: (await selectSupport(tx))?.email ?? null }
}

/** The same as the contract shows it. */
async function readReceipt(tx: Tx, tenantId: TenantId, paymentId: string): Promise<Receipt> {
  const { issuedAt, refundedAt, refunded: _, timeZone: _zone, ...receipt } = await findReceipt(tx, tenantId, paymentId)
  return { ...receipt, issuedAt: issuedAt.toISOString(), refundedAt: refundedAt?.toISOString() ?? null }
}
