import type { Payment } from '#contract/billing/payments.ts'
import type { House } from '#server/platform/house.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { ProviderAway, ProviderRefusal, type Finding } from '../../providers/provider.ts'
import { lockPayment, selectPayment, type PaymentRecord } from '../payment-store.ts'
import { presentPayment } from '../present.ts'
import { settle } from '../settle/settle.ts'
import { waitsForProvider } from '../state.ts'
import { endPage } from './end-page.ts'
import { providerActor, providerOf, type PaymentHouse } from './payment-house.ts'

export type GivingUp = { tenantId: TenantId; paymentId: string; actor: Actor; at: Date }

/**
 * Before a payment through a provider is given up: what is paid there counts, and else its page is ended, where that can
 * be. While the provider cannot be had nothing is done: should it be paid after all, it counts whenever that is found.
 */
export async function leaveProvider(house: PaymentHouse, { tenantId, paymentId, at }: GivingUp): Promise<void> {
  const payment = await house.database.withTenant(tenantId, (tx) => selectPayment(tx, tenantId, paymentId))
  if (!payment || !waitsForProvider(payment)) return
  const finding = await findAndEnd(house, payment)
  if (finding?.state !== 'paid' && finding?.state !== 'refunded') return
  const settling = { tenantId, paymentId, actor: providerActor(payment), at }
  await house.database.withTenant(tenantId, (tx) =>
    settle(tx, house, { ...settling, outcome: { state: 'found', finding } }),
  )
}

async function findAndEnd(house: PaymentHouse, payment: PaymentRecord): Promise<Finding | null> {
  try {
    const provider = providerOf(house, payment)
    const { reference, providerId } = payment
    // Approved is not paid: the church is just giving it up.
    const known = { reference, providerId, mayTake: false }
    const finding = await provider.find(known)
    if (!provider.end || (finding.state !== 'open' && finding.state !== 'declined')) return finding
    await endPage(house, payment)
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
export async function cancelPayment(tx: Tx, house: Pick<House, 'enqueue'>, givingUp: GivingUp): Promise<Payment> {
  const before = await lockPayment(tx, givingUp.tenantId, givingUp.paymentId)
  if (before?.state === 'review') throw new ApiError('already_decided')
  const { payment, isNew } = await settle(tx, house, { ...givingUp, outcome: { state: 'cancelled' } })
  if (!isNew) throw new ApiError('already_decided')
  return presentPayment(payment)
}
