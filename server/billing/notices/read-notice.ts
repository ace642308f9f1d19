import type { AppContext } from '../../platform/app-context.ts'
import type { MailFile } from '../../platform/mail/index.ts'
import { selectSupport } from '../installation/installation-store.ts'
import { selectPayment, type PaymentRecord } from '../payments/payment-store.ts'
import { receiptFile } from '../receipts/receipt-file.ts'
import { selectReceipt } from '../receipts/receipt-store.ts'
import { selectKeeper, type Keeper } from './payee-store.ts'

/** One account that is to be told of one payment. */
export type Wanted = { tenantId: string; paymentId: string; accountId: string }

export type Notice = {
  keeper: Keeper
  payment: PaymentRecord
  /** Null: the payment has none. */
  receipt: MailFile | null
  supportEmail: string | null
  /** Where the church sees its payments. */
  link: string
}

/** What every mail about a payment needs, as it is now; null when the account no longer keeps the church's money. */
export async function readNotice(
  context: Pick<AppContext, 'database' | 'config'>,
  { tenantId, paymentId, accountId }: Wanted,
): Promise<Notice | null> {
  const { database, config } = context
  const found = await database.withTenant(tenantId, async (tx) => ({
    keeper: await selectKeeper(tx, tenantId, accountId),
    payment: await selectPayment(tx, tenantId, paymentId),
    receipt: await selectReceipt(tx, tenantId, paymentId),
    supportEmail: (await selectSupport(tx))?.email ?? null,
  }))
  const { keeper, payment, supportEmail } = found
  if (!keeper || !payment) return null
  // Drawn outside: no transaction waits for it.
  const receipt = found.receipt && (await receiptFile(context, { ...found.receipt, supportEmail }))
  return { keeper, payment, receipt, supportEmail, link: `${config.publicUrl}/tenant/billing-history` }
}
