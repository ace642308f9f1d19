import * as calls from '#contract/billing/checkout.ts'
import { cancelPayment as cancelPaymentCall, type Payment } from '#contract/billing/payments.ts'
import { type Serve, ApiError, type Actor } from '../../../platform/http/index.ts'
import {
  offeredFor,
  ProviderAway,
  ProviderRefusal,
  type PaymentProvider,
  type Reading,
  type ProviderStatus,
} from '../../providers/index.ts'
import {
  presentPayment,
  findPayment,
  lockPayment,
  selectPayment,
  type PaymentRecord,
} from '../records/payment-store.ts'
import {
  confirmPayment,
  askProviderJob,
  type PaymentContext,
  providerActor,
  providerOf,
  endPage,
} from './ask-provider.ts'
import { startCheckout } from './start-checkout.ts'
import { looksLikeReference } from './place-order.ts'
import { settle } from '../settle/settle.ts'
import { settleFound } from '../settle/settle-found.ts'
import { waitsForProvider } from '../settle/step-after.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { providers, type Provider } from '#contract/billing/providers.ts'
import { takingTurns } from '../../../platform/runtime/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'

type GivingUp = { tenantId: TenantId; paymentId: string; actor: Actor; at: Date }

/**
 * Before a payment through a provider is given up: what is paid there counts, and else its page is ended, where that can
 * be. While the provider cannot be had nothing is done: should it be paid after all, it counts whenever that is found.
 */
export async function leaveProvider(context: PaymentContext, { tenantId, paymentId, at }: GivingUp): Promise<void> {
  const payment = await context.database.withTenant(tenantId, (tx) => selectPayment(tx, tenantId, paymentId))
  if (!payment || payment.cardId !== null || !waitsForProvider(payment)) return
  const providerStatus = await findAndEnd(context, payment)
  if (providerStatus?.state !== 'paid' && providerStatus?.state !== 'refunded') return
  const settling = { tenantId, paymentId, actor: providerActor(payment), at }
  await context.database.withTenant(tenantId, (tx) =>
    settleFound(tx, context, { ...settling, found: { providerStatus } }),
  )
}

async function findAndEnd(context: PaymentContext, payment: PaymentRecord): Promise<ProviderStatus | null> {
  try {
    const provider = providerOf(context, payment)
    const { reference, providerId, cardOwner } = payment
    // Approved is not paid: the church is just giving it up.
    const known = { reference, providerId, cardOwner, mayTake: false }
    const providerStatus = await provider.find(known)
    if (!provider.end || (providerStatus.state !== 'open' && providerStatus.state !== 'declined')) return providerStatus
    await endPage(context, payment)
    return await provider.find(known)
  } catch (error) {
    if (error instanceof ProviderAway || error instanceof ProviderRefusal) return null
    throw error
  }
}

/**
 * The church gives a payment up that nobody has decided; `leaveProvider` comes first. Throws `not_found`, and
 * `already_decided` also for one that was taken aside (`review`): money may have come.
 */
export async function cancelPayment(
  tx: Tx,
  context: Pick<AppContext, 'enqueue'>,
  givingUp: GivingUp,
): Promise<Payment> {
  const before = await lockPayment(tx, givingUp.tenantId, givingUp.paymentId)
  // Of a kept card only its bank says what became of it.
  if (before?.state === 'review' || before?.cardId) throw new ApiError('already_decided')
  const { payment, isNew } = await settle(tx, context, { ...givingUp, outcome: { state: 'cancelled' } })
  // Asked twice, or ended at the provider in the same moment: it is given up.
  if (!isNew && payment.state !== 'cancelled') throw new ApiError('already_decided')
  return presentPayment(payment)
}

/** Anybody may send something that looks like a notice, and PayPal is asked whether it is its own. */
const turns = { atOnce: 4, waitingMost: 100, retryAfter: 10 }
const inTurnOf = new Map(providers.map((name) => [name, takingTurns(turns)]))

/** What a job keeps of a provider's own name for a payment. */
const PLAIN_ID = /^[\w.:-]{1,255}$/

type Received = { provider: string; rawBody: Buffer | null; headers: IncomingHttpHeaders; at: Date }

/**
 * Takes a provider's notice: it only makes us ask the provider, by a job after the answer. True when it is of a payment
 * of this installation that is paid there; others are let go. Throws `not_found` (no such provider here),
 * `bad_signature`, `invalid_input`, `provider_unavailable` and `too_many_tries`.
 */
async function receiveNotice(context: PaymentContext, received: Received): Promise<boolean> {
  const provider = context.providers.find(received.provider)
  if (!provider) throw new ApiError('not_found')
  const inTurn = inTurnOf.get(provider.name)
  const notice = await (inTurn ? inTurn(() => read(provider, received)) : read(provider, received))
  if (notice === 'forged') throw new ApiError('bad_signature')
  if (notice === 'unreadable') throw new ApiError('invalid_input')
  if (notice === 'other' || !looksLikeReference(notice.reference)) return false
  const found = await context.database.withoutTenant((tx) => findPayment(tx, notice.reference))
  if (found?.method !== provider.name) return false
  const { tenantId, paymentId } = found
  const { providerId, isAfterwards } = notice
  const named = providerId !== null && PLAIN_ID.test(providerId) ? { providerId } : {}
  const asked = { tenantId, paymentId, ...named, ...(isAfterwards && { isAfterwards }) }
  await context.database.withTenant(tenantId, (tx) =>
    context.enqueue(tx, askProviderJob, asked, { turnOf: provider.name }),
  )
  return true
}

async function read(provider: PaymentProvider, { rawBody, headers, at }: Received): Promise<Reading> {
  if (!rawBody) return 'forged'
  try {
    return await provider.readNotice({ rawBody, headers, at })
  } catch (error) {
    if (error instanceof ProviderAway || error instanceof ProviderRefusal) throw new ApiError('provider_unavailable')
    throw error
  }
}

const keepsCards = ({ providers }: PaymentContext, name: Provider): boolean => providers.find(name)?.cards !== undefined

export function checkoutRoutes(serve: Serve, context: PaymentContext): void {
  serve(calls.startCheckout, ({ body, caller: { tenantId, accountId }, actor, at, transact }) => {
    const { purchase, provider, whileGated = false, renews = false } = body
    if (renews && (purchase.purpose !== 'subscription' || !keepsCards(context, provider)))
      throw new ApiError('invalid_input', { fields: { renews: 'This provider keeps no cards.' } })
    const offered = offeredFor(purchase.purpose, purchase.currency)
    const order = { purchase, provider, offered, accountId, actor, at, renews }
    return startCheckout(context, { tenantId, order, whileGated, transact })
  })
  serve(calls.confirmPayment, async ({ params, caller: { tenantId }, at }) =>
    presentPayment(await confirmPayment(context, { tenantId, paymentId: params.id, at })),
  )
  serve(cancelPaymentCall, async ({ params, caller: { tenantId }, actor, at, transact }) => {
    const givingUp = { tenantId, paymentId: params.id, actor, at }
    await leaveProvider(context, givingUp)
    return transact((tx) => cancelPayment(tx, context, givingUp))
  })
  serve(calls.paymentWebhook, async ({ params, request: { rawBody, headers }, at }) => ({
    received: await receiveNotice(context, { provider: params.provider, rawBody, headers, at }),
  }))
}
