import type { Receipt } from '#contract/billing/receipts.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectSupport } from '../installation/installation-store.ts'
import { selectReceipt, type ReceiptRecord } from './receipt-store.ts'

/** A receipt with all that its page says besides: how the issuer is reached. */
export type WholeReceipt = ReceiptRecord & { supportEmail: string | null }

/** The receipt of a payment, to be drawn. Throws `not_found`: no payment of the church, or it has not succeeded. */
export async function findReceipt(tx: Tx, tenantId: TenantId, paymentId: string): Promise<WholeReceipt> {
  const receipt = await selectReceipt(tx, tenantId, paymentId)
  if (!receipt) throw new ApiError('not_found')
  return { ...receipt, supportEmail: (await selectSupport(tx))?.email ?? null }
}

/** The same as the contract shows it. */
export async function readReceipt(tx: Tx, tenantId: TenantId, paymentId: string): Promise<Receipt> {
  const { issuedAt, refundedAt, refunded: _, timeZone: _zone, ...receipt } = await findReceipt(tx, tenantId, paymentId)
  return { ...receipt, issuedAt: issuedAt.toISOString(), refundedAt: refundedAt?.toISOString() ?? null }
}
