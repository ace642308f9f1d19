import { setTimeout as sleep } from 'node:timers/promises'
import type { Payment } from '#contract/billing/payments.ts'
import type { TenantId } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { lockPayment, type PaymentRecord } from '../payment-store.ts'
import { presentPayment } from '../present.ts'
import { settle } from '../settle/settle.ts'
import { waitsForProvider } from '../state.ts'
import { beginPayment } from './begin-payment.ts'
import { claimBeginning, selectSuccessor } from './checkout-store.ts'
import { orderCheckout, type CheckoutOrder } from './order-checkout.ts'
import { providerActor, type PaymentHouse } from './payment-house.ts'

/** Longer than a provider may take: whoever went there before that will not come back. */
const LOST_AFTER_MS = 25_000
const LOOK_AGAIN_MS = 250
/** More than this for one press, and something is wrong at the provider. */
const STAND_INS_MOST = 2

export type Checkout = {
  tenantId: TenantId
  /** The payment that the press ordered. */
  paymentId: string
  order: CheckoutOrder
  /** The payer comes back to the page of a shut gate. */
  whileGated: boolean
}

/**
 * Takes an ordered payment to its provider and answers it with the page where it is paid. However often the same press
 * comes, and however many at once, it is begun once: one goes to the provider, the others wait for what it brings. One
 * that cannot be begun any more (its quote is over, or the provider has begun it and the answer was lost) ends, and
 * another is ordered in its stead. Throws `provider_unavailable` while the provider cannot be had, `not_offered` when it
 * refuses, and what `orderCheckout` throws.
 */
export async function beginCheckout(house: PaymentHouse, checkout: Checkout): Promise<Payment> {
  const patienceEnds = Date.now() + LOST_AFTER_MS
  let standIns = 0
  while (standIns <= STAND_INS_MOST && Date.now() < patienceEnds) {
    const { payment, turn } = await takeTurn(house, checkout)
    if (turn === 'over') return answered(payment)
    if (turn === 'wait') {
      await sleep(LOOK_AGAIN_MS)
      continue
    }
    const begun = turn === 'begin' && (await beginPayment(house, { payment, whileGated: checkout.whileGated }))
    if (begun) return answered(begun)
    await orderStandIn(house, checkout, { payment, isExpired: turn === 'expired' })
    standIns += 1
  }
  throw new ApiError('provider_unavailable')
}

/** What a press may do with its payment: go to the provider, wait for who is there, order anew, or take what there is. */
type Turn = { payment: PaymentRecord; turn: 'begin' | 'wait' | 'expired' | 'over' }

async function takeTurn({ database, clock }: PaymentHouse, { tenantId, paymentId }: Checkout): Promise<Turn> {
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

/** Ends a payment and orders another in its stead, unless something has become of it, or somebody did so, meanwhile. */
async function orderStandIn(
  house: PaymentHouse,
  { tenantId, order }: Checkout,
  { payment, isExpired }: Ended,
): Promise<void> {
  const settling = { tenantId, paymentId: payment.id, actor: providerActor(payment), at: order.at }
  await house.database.withTenant(tenantId, async (tx) => {
    const outcome = isExpired ? ({ state: 'cancelled' } as const) : ({ state: 'failed', reason: null } as const)
    const { isNew } = await settle(tx, house, { ...settling, outcome })
    if (isNew) await orderCheckout(tx, house, { tenantId, order, replaces: payment.id })
  })
}
