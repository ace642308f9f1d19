import type { Payment } from '#contract/billing/payments.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import { isQuoteOver, orderCheckout, type CheckoutOrder } from './place-order.ts'
import { type PaymentContext, providerActor, endPage } from './ask-provider.ts'
import {
  lockPayment,
  type PaymentRecord,
  selectPayment,
  selectSuccessor,
  presentPayment,
} from '../records/payment-store.ts'
import { settle } from '../settle/settle.ts'
import { waitsForProvider } from '../settle/step-after.ts'
import { claimBeginning, giveUpBeginning, saveBegun, claimProviderId } from '../records/payment-changes-store.ts'
import { ProviderAway, ProviderRefusal, type Begun } from '../../providers/index.ts'
import { beginAtProvider, type Beginning } from './begin-at-provider.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../../platform/http/index.ts'

type Starting = {
  tenantId: TenantId
  order: CheckoutOrder
  whileGated: boolean
  /** The call's own: the same request again orders once. */
  transact: (work: (tx: Tx) => Promise<{ paymentId: string }>) => Promise<{ paymentId: string }>
}

/**
 * Orders what is bought, and after commit takes it to the provider's page. The same request again is the same payment, with
 * the page as it is by then. Throws what `orderCheckout` and `beginCheckout` throw.
 */
export async function startCheckout(
  context: PaymentContext,
  { tenantId, order, whileGated, transact }: Starting,
): Promise<Payment> {
  const { paymentId } = await transact(async (tx) => ({
    paymentId: await orderCheckout(tx, context, { tenantId, order }),
  }))
  return beginCheckout(context, { tenantId, paymentId, order, whileGated })
}

/** Longer than a provider may take: whoever went there before that will not come back. */
const LOST_AFTER_MS = 25_000

const LOOK_AGAIN_MS = 250

/** More than this for one request, and something is wrong at the provider. */
const REPLACEMENTS_MOST = 2

type Checkout = {
  tenantId: TenantId
  /** The payment that the request ordered. */
  paymentId: string
  order: CheckoutOrder
  /** The payer comes back to the page of a shut gate. */
  whileGated: boolean
}

/**
 * Takes an ordered payment to its provider and answers it with the page where it is paid. However often the same request
 * comes, and however many at once, it is begun once: one goes to the provider, the others wait for what it brings. One
 * that cannot be begun any more (its quote is over, or the provider has begun it and the answer was lost) ends, and
 * another is ordered in its stead. Throws `provider_unavailable` while the provider cannot be had, `not_offered` when it
 * refuses, and what `orderCheckout` throws.
 */
async function beginCheckout(context: PaymentContext, checkout: Checkout): Promise<Payment> {
  const patienceEnds = Date.now() + LOST_AFTER_MS
  let replacements = 0
  while (replacements <= REPLACEMENTS_MOST && Date.now() < patienceEnds) {
    const { payment, turn } = await takeTurn(context, checkout)
    if (turn === 'over') return answered(payment)
    if (turn === 'wait') {
      await sleep(LOOK_AGAIN_MS)
      continue
    }
    const begun = turn === 'begin' && (await beginPayment(context, { payment, whileGated: checkout.whileGated }))
    if (begun) return answered(begun)
    await orderReplacement(context, checkout, { payment, isExpired: turn === 'expired' })
    replacements += 1
  }
  throw new ApiError('provider_unavailable')
}

/** What a request may do with its payment: go to the provider, wait for who is there, order anew, or take what there is. */
type Turn = { payment: PaymentRecord; turn: 'begin' | 'wait' | 'expired' | 'over' }

async function takeTurn({ database, clock }: PaymentContext, { tenantId, paymentId }: Checkout): Promise<Turn> {
  const at = clock.now()
  return database.withTenant(tenantId, async (tx) => {
    const id = await selectSuccessor(tx, { tenantId, id: paymentId })
    const payment = await lockPayment(tx, tenantId, id)
    if (!payment) throw new ApiError('not_found')
    if (!waitsForProvider(payment) || payment.isBegun) return { payment, turn: 'over' }
    if (payment.quoteExpiresAt && at >= payment.quoteExpiresAt) return { payment, turn: 'expired' }
    const lostBefore = new Date(at.getTime() - LOST_AFTER_MS)
    return { payment, turn: (await claimBeginning(tx, payment, { at, lostBefore })) ? 'begin' : 'wait' }
  })
}

/** One that failed without ever having a page was refused by the provider. */
function answered(payment: PaymentRecord): Payment {
  if (payment.state === 'failed' && !payment.isBegun) throw new ApiError('not_offered')
  return presentPayment(payment)
}

type Ended = { payment: PaymentRecord; isExpired: boolean }

/**
 * Ends a payment and orders another in its stead, unless something has become of it, or somebody did so, meanwhile. Throws
 * `quote_expired` where the payer would have to see the price again first.
 */
async function orderReplacement(
  context: PaymentContext,
  { tenantId, order }: Checkout,
  { payment, isExpired }: Ended,
): Promise<void> {
  const settling = { tenantId, paymentId: payment.id, actor: providerActor(payment), at: order.at }
  const mayOrder = !isQuoteOver(order.purchase, order.at)
  await context.database.withTenant(tenantId, async (tx) => {
    const outcome = isExpired ? ({ state: 'cancelled' } as const) : ({ state: 'failed', reason: null } as const)
    const { isNew } = await settle(tx, context, { ...settling, outcome })
    if (isNew && mayOrder) await orderCheckout(tx, context, { tenantId, order, replaces: payment.id })
  })
  if (!mayOrder) throw new ApiError('quote_expired')
}

/**
 * Begins a payment at its provider, by whoever has claimed that, and keeps the page where it is paid. Null: the provider
 * has begun it already and does not say where. Throws `provider_unavailable` (it stays as it is, and may be begun again)
 * and `not_offered` (it has failed).
 */
async function beginPayment(context: PaymentContext, beginning: Beginning): Promise<PaymentRecord | null> {
  const { payment } = beginning
  let begun: Begun
  try {
    begun = await beginAtProvider(context, beginning)
  } catch (error) {
    await context.database.withTenant(payment.tenantId, (tx) => giveUpBeginning(tx, payment))
    return refused(context, payment, error)
  }
  const kept = await keep(context, payment, begun)
  // Given up while somebody was at the provider: nobody is to pay it there. Where that fails, it is asked about later.
  if (!waitsForProvider(kept)) await endPage(context, kept).catch(() => {})
  return kept
}

async function refused(context: PaymentContext, payment: PaymentRecord, error: unknown): Promise<null> {
  if (error instanceof ProviderRefusal && error.code === 'duplicate_reference') return null
  const isOurFault = error instanceof ProviderRefusal && error.code === 'unauthorized'
  if (error instanceof ProviderAway || isOurFault) throw new ApiError('provider_unavailable')
  if (!(error instanceof ProviderRefusal)) throw error
  context.log.warn({ err: error, paymentId: payment.id }, 'a provider has refused to begin a payment')
  const { tenantId, id: paymentId } = payment
  const settling = { tenantId, paymentId, actor: providerActor(payment), at: context.clock.now() }
  await context.database.withTenant(tenantId, (tx) =>
    settle(tx, context, { ...settling, outcome: { state: 'failed', reason: null } }),
  )
  throw new ApiError('not_offered')
}

async function keep(
  { database }: PaymentContext,
  { tenantId, id }: PaymentRecord,
  begun: Begun,
): Promise<PaymentRecord> {
  return database.withTenant(tenantId, async (tx) => {
    const locked = await lockPayment(tx, tenantId, id)
    if (!locked) throw new ApiError('not_found')
    if (begun.providerId !== null && !(await claimProviderId(tx, locked, begun.providerId)))
      // A provider that gives two payments one name is not in its right mind.
      throw new ApiError('provider_unavailable')
    await saveBegun(tx, locked, begun.checkoutUrl)
    return (await selectPayment(tx, tenantId, id)) ?? locked
  })
}
