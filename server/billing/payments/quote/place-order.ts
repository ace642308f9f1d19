import { randomUUIDv7 } from 'node:crypto'
import { majorText } from '#contract/billing/exact.ts'
import { OPEN_MOST, type Payment, type Purchase } from '#contract/billing/payments.ts'
import { audit } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { lockSubscription } from '../../subscription/subscription-store.ts'
import { countOpen, insertPayment } from '../payment-store.ts'
import { newReference } from '../reference.ts'
import { quotePurchase, type Quote } from './quote-purchase.ts'

export type Order = {
  /** `amountMinor`: what the payer was shown. */
  purchase: Purchase & { amountMinor?: number | undefined }
  /** The account of whoever buys. */
  accountId: string
  actor: Actor
  at: Date
}

/** How an order is paid, and what speaks against it (by throwing). */
export type Paying = {
  method: Payment['method']
  check: (quote: Quote) => void | Promise<void>
  quoteExpiresAt?: Date
  askAt?: Date
  replaces?: string | null
}

/**
 * Writes down what is to be paid, with a reference, and nothing given yet; answers the payment's id. Throws what
 * `quotePurchase` and `check` throw, `changed_meanwhile` when it comes to another sum than the one shown, and
 * `too_many_open`.
 */
export async function placeOrder(
  tx: Tx,
  tenantId: TenantId,
  { purchase, accountId, actor, at, method, check, ...paying }: Order & Paying,
): Promise<string> {
  // Held until the end: the count is right, and what was quoted on stays until it is written down.
  await lockSubscription(tx, tenantId)
  if ((await countOpen(tx, tenantId)) >= OPEN_MOST) throw new ApiError('too_many_open')
  const { expiresOn, ...quote } = await quotePurchase(tx, tenantId, purchase, at)
  if (purchase.amountMinor !== undefined && purchase.amountMinor !== quote.amountMinor)
    throw new ApiError('changed_meanwhile')
  await check({ ...quote, expiresOn })
  const [id, reference] = [randomUUIDv7(), newReference()]
  const { quoteExpiresAt = null, askAt = null, replaces = null } = paying
  const by = { tenantId, id, reference, method, createdBy: accountId, at }
  await insertPayment(tx, { ...quote, ...by, quoteExpiresAt, askAt, replaces })
  const { purpose, amountMinor, currency } = quote
  const details = { reference, purpose, amount: majorText(amountMinor, currency), currency }
  await audit(tx, tenantId, actor, { act: 'payment.started', subjectId: id, details, at })
  return id
}
