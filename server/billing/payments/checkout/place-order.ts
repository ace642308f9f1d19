import { randomUUIDv7, randomBytes } from 'node:crypto'
import { majorText } from '#contract/billing/exact.ts'
import { OPEN_MOST, type Payment, type Purchase } from '#contract/billing/payments.ts'
import { audit } from '../../../identity/index.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import { ApiError, type Actor } from '../../../platform/http/index.ts'
import { lockSubscription } from '../../subscription/index.ts'
import { countOpen } from '../records/payment-store.ts'
import { insertPayment } from '../records/payment-changes-store.ts'
import { quotePurchase, type Quote } from '../../prices/index.ts'
import type { PaymentContext } from './ask-provider.ts'
import type { Provider } from '#contract/billing/providers.ts'

export type Order = {
  /** `amountMinor`: what the payer was shown. */
  purchase: Purchase & { amountMinor?: number | undefined }
  /** The account of whoever buys. */
  accountId: string
  actor: Actor
  at: Date
}

/** How an order is paid, and what speaks against it (by throwing). */
type Paying = {
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

const MINUTE_MS = 60_000

/** The sum is kept so long for a payer who goes to the provider's page. */
const QUOTE_MINUTES = 30

/** When the provider is asked first what became of it, if nobody has told by then. */
const FIRST_ASK_MINUTES = 10

export type CheckoutOrder = Order & {
  provider: Provider
  /** Providers that this buyer may choose for what is bought in its currency. */
  offered: readonly Provider[]
  /** How many units the buyer was shown, where that is told. */
  unitsShown?: number | undefined
}

/**
 * Writes down what is to be paid on a provider's page; answers the payment's id. Throws what `placeOrder` throws, and
 * `not_offered` for a provider that is not offered, or with which this installation has no account. `replaces`: the
 * payment that could not be begun, by the same request.
 */
export async function orderCheckout(
  tx: Tx,
  { providers }: Pick<PaymentContext, 'providers'>,
  ordering: { tenantId: TenantId; order: CheckoutOrder; replaces?: string },
): Promise<string> {
  const { tenantId, order, replaces = null } = ordering
  const { provider, offered, unitsShown, at } = order
  return placeOrder(tx, tenantId, {
    ...order,
    method: provider,
    check: ({ units, unitsInFloats }) => {
      // 8.85 ÷ 5.9 is 1.4999999999999998 to a client that reckons in floats, and yet 2 units.
      if (unitsShown !== undefined && unitsShown !== units && unitsShown !== unitsInFloats)
        throw new ApiError('changed_meanwhile')
      if (!offered.includes(provider) || !providers.find(provider)) throw new ApiError('not_offered')
    },
    quoteExpiresAt: new Date(at.getTime() + QUOTE_MINUTES * MINUTE_MS),
    askAt: new Date(at.getTime() + FIRST_ASK_MINUTES * MINUTE_MS),
    replaces,
  })
}

/** Crockford's: no I, L, O or U, which are misread on paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 10

const REFERENCE = new RegExp(`^NX-[${ALPHABET}]{${LENGTH}}$`)

/**
 * What the payer writes on a transfer, and what providers call a payment of ours. 50 random bits: nobody meets another
 * church's by guessing.
 */
const newReference = (): string =>
  `NX-${Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')}`

/** Whether a text may be one of them. */
export const looksLikeReference = (text: string): boolean => REFERENCE.test(text)
