import { randomUUIDv7, randomBytes } from 'node:crypto'
import { majorText } from '#contract/billing/exact.ts'
import { OPEN_MOST, QUOTE_MINUTES, type Payment, type Purchase } from '#contract/billing/payments.ts'
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
  /** `amountMinor`: what the payer was shown; `validUntil`: until when it was to be kept. */
  purchase: Purchase & { amountMinor?: number | undefined; validUntil?: string | undefined }
  /** The account of whoever buys. */
  accountId: string
  actor: Actor
  at: Date
  /** The buyer lets the card be kept, and the church be renewed with it. */
  renews?: boolean
}

/** How an order is paid, and what speaks against it (by throwing). */
type Paying = {
  method: Payment['method']
  check: (quote: Quote) => void | Promise<void>
  quoteExpiresAt?: Date
  askAt?: Date
  replaces?: string | null
  /** The server begins it, for a church that renews by itself. */
  automatic?: boolean
  /** The kept card that is charged for it. */
  cardId?: string
}

/**
 * Writes down what is to be paid, with a reference, and nothing given yet; answers the payment's id. Throws what
 * `quotePurchase` and `check` throw, `changed_meanwhile` when it comes to another sum than the one shown, `quote_expired`
 * when that was shown too long ago, and `too_many_open`.
 */
export async function placeOrder(
  tx: Tx,
  tenantId: TenantId,
  { purchase, accountId, actor, at, method, check, ...paying }: Order & Paying,
): Promise<string> {
  // Held until the end: the count is right, and what was quoted on stays until it is written down.
  await lockSubscription(tx, tenantId)
  const {
    quoteExpiresAt = null,
    askAt = null,
    replaces = null,
    automatic = false,
    cardId = null,
    renews = false,
  } = paying
  if (!automatic && (await countOpen(tx, tenantId)) >= OPEN_MOST) throw new ApiError('too_many_open')
  if (isQuoteOver(purchase, at)) throw new ApiError('quote_expired')
  const quote = await quotePurchase(tx, tenantId, purchase, at)
  if (purchase.amountMinor !== undefined && purchase.amountMinor !== quote.amountMinor)
    throw new ApiError('changed_meanwhile')
  await check(quote)
  const [id, reference] = [randomUUIDv7(), newReference()]
  const by = { tenantId, id, reference, method, createdBy: accountId, at }
  await insertPayment(tx, { ...quote, ...by, automatic, quoteExpiresAt, askAt, replaces, cardId, renews })
  const { purpose, amountMinor, currency } = quote
  const details = { reference, purpose, amount: majorText(amountMinor, currency), currency }
  await audit(tx, tenantId, actor, { act: 'payment.started', subjectId: id, details, at })
  return id
}

/** Whether what the payer was shown is of too long ago. A claim, with which nobody wins anything: the sum is reckoned anew. */
export const isQuoteOver = ({ validUntil }: Order['purchase'], at: Date): boolean =>
  validUntil !== undefined && at >= new Date(validUntil)

const MINUTE_MS = 60_000

/** When the provider is asked first what became of it, if nobody has told by then. */
const FIRST_ASK_MINUTES = 10

const quotedUntil = (at: Date): Date => new Date(at.getTime() + QUOTE_MINUTES * MINUTE_MS)
const askFrom = (at: Date): Date => new Date(at.getTime() + FIRST_ASK_MINUTES * MINUTE_MS)

export type CheckoutOrder = Order & {
  provider: Provider
  /** Providers that this buyer may choose for what is bought in its currency. */
  offered: readonly Provider[]
  /** How many units the buyer was shown, where that is told. */
  unitsShown?: number | undefined
  /** Whether the sum is one that the buyer may have been shown; absent: nothing is known of that. */
  isAsShown?: ((quote: Quote) => boolean) | undefined
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
  const { provider, offered, unitsShown, isAsShown = () => true, at } = order
  return placeOrder(tx, tenantId, {
    ...order,
    method: provider,
    check: (quote) => {
      const { units, unitsInFloats } = quote
      // 8.85 ÷ 5.9 is 1.4999999999999998 to a client that reckons in floats, and yet 2 units.
      if (unitsShown !== undefined && unitsShown !== units && unitsShown !== unitsInFloats)
        throw new ApiError('changed_meanwhile')
      if (!isAsShown(quote)) throw new ApiError('changed_meanwhile')
      if (!offered.includes(provider) || !providers.find(provider)) throw new ApiError('not_offered')
    },
    quoteExpiresAt: quotedUntil(at),
    askAt: askFrom(at),
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
