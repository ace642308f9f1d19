import type { Tx } from '#server/platform/database/index.ts'
import type { PaymentRecord } from '../payments/payment-store.ts'
import { insertReceipt, lockReceiptNumber, nextReceiptNumber, saveReceiptNumber } from './receipt-store.ts'

const DIGITS = 6

/**
 * Gives a payment that succeeded its receipt, and answers its number, `NX-2026-000123`: numbers run without a gap through
 * a calendar year (UTC) of the installation. Once: called again for the same payment it answers the same number. Church,
 * payer and plan are kept as they are called now. Every other payment that succeeds waits for the number until this
 * transaction ends, so it is taken last, after the units.
 */
export async function issueReceipt(tx: Tx, { tenantId, id }: PaymentRecord, at: Date): Promise<string> {
  const issued = await lockReceiptNumber(tx, tenantId, id)
  if (issued !== null) return issued
  const year = at.getUTCFullYear()
  const count = await nextReceiptNumber(tx, year)
  const number = `NX-${year}-${String(count).padStart(DIGITS, '0')}`
  await saveReceiptNumber(tx, { tenantId, paymentId: id, number })
  await insertReceipt(tx, { tenantId, paymentId: id, at })
  return number
}
