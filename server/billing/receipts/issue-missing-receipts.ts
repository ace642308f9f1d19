import type { House } from '#server/platform/house.ts'
import { selectPayment } from '../payments/payment-store.ts'
import { issueReceipt } from './issue-receipt.ts'
import { selectWithoutReceipt } from './receipt-store.ts'

const AT_ONCE = 100

/**
 * Gives payments their receipts that succeeded without one, as of the day on which they did: a server of an older version
 * that ran beside this one issued none.
 */
export async function issueMissingReceipts(
  { database, clock }: Pick<House, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const due = await database.withoutTenant((tx) => selectWithoutReceipt(tx, AT_ONCE))
    for (const { tenantId, paymentId } of due)
      await database.withTenant(tenantId, async (tx) => {
        const payment = await selectPayment(tx, tenantId, paymentId)
        if (payment) await issueReceipt(tx, payment, payment.decidedAt ?? clock.now())
      })
    if (due.length < AT_ONCE) return
  }
}
