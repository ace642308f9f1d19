import { randomUUIDv7 } from 'node:crypto'
import { majorText } from '#contract/billing/exact.ts'
import { OPEN_MOST, type Payment, type Purchase } from '#contract/billing/payments.ts'
import { audit } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { selectBankAccount } from '../prices/price-store.ts'
import { lockSubscription } from '../subscription/subscription-store.ts'
import { countOpen, insertPayment } from './payment-store.ts'
import { quotePurchase } from './quote-purchase.ts'
import { readPayment } from './read-payment.ts'
import { newReference } from './reference.ts'

export type TransferOrder = {
  /** `amountMinor`: what the payer was shown. */
  purchase: Purchase & { amountMinor?: number | undefined }
  /** The account of whoever buys. */
  accountId: string
  actor: Actor
  at: Date
}

/**
 * Begins a payment by bank transfer: a reference to write on it, and nothing given yet. Throws what `quotePurchase` throws,
 * `no_bank_account`, `changed_meanwhile` when it comes to another sum than the one shown, and `too_many_open`.
 */
export async function startTransfer(
  tx: Tx,
  tenantId: TenantId,
  { purchase, accountId, actor, at }: TransferOrder,
): Promise<Payment> {
  // Held until the end: the count is right, and what was quoted on stays until it is written down.
  await lockSubscription(tx, tenantId)
  if ((await countOpen(tx, tenantId)) >= OPEN_MOST) throw new ApiError('too_many_open')
  const { expiresOn: _, ...quote } = await quotePurchase(tx, tenantId, purchase, at)
  if (purchase.amountMinor !== undefined && purchase.amountMinor !== quote.amountMinor)
    throw new ApiError('changed_meanwhile')
  if (!(await selectBankAccount(tx, quote.currency))) throw new ApiError('no_bank_account')
  const payment = { ...quote, tenantId, id: randomUUIDv7(), reference: newReference(), createdBy: accountId, at }
  await insertPayment(tx, payment)
  const { id, reference, purpose, amountMinor, currency } = payment
  const details = { reference, purpose, amount: majorText(amountMinor, currency), currency }
  await audit(tx, tenantId, actor, { act: 'payment.started', subjectId: id, details, at })
  return readPayment(tx, tenantId, id)
}
