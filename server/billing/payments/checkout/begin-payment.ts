import { ApiError } from '#server/platform/http/index.ts'
import { ProviderAway, ProviderRefusal, type Begun } from '../../providers/provider.ts'
import { lockPayment, selectPayment, type PaymentRecord } from '../payment-store.ts'
import { claimProviderId } from '../settle/settle-store.ts'
import { settle } from '../settle/settle.ts'
import { waitsForProvider } from '../state.ts'
import { beginAtProvider, type Beginning } from './begin-at-provider.ts'
import { giveUpBeginning, saveBegun } from './checkout-store.ts'
import { endPage } from './end-page.ts'
import { providerActor, type PaymentHouse } from './payment-house.ts'

/**
 * Begins a payment at its provider, by whoever has claimed that, and keeps the page where it is paid. Null: the provider
 * has begun it already and does not say where. Throws `provider_unavailable` (it stays as it is, and may be begun again)
 * and `not_offered` (it has failed).
 */
export async function beginPayment(house: PaymentHouse, beginning: Beginning): Promise<PaymentRecord | null> {
  const { payment } = beginning
  let begun: Begun
  try {
    begun = await beginAtProvider(house, beginning)
  } catch (error) {
    await house.database.withTenant(payment.tenantId, (tx) => giveUpBeginning(tx, payment))
    return refused(house, payment, error)
  }
  const kept = await keep(house, payment, begun)
  // Given up while somebody was at the provider: nobody is to pay it there. Where that fails, it is asked about later.
  if (!waitsForProvider(kept)) await endPage(house, kept).catch(() => {})
  return kept
}

async function refused(house: PaymentHouse, payment: PaymentRecord, error: unknown): Promise<null> {
  if (error instanceof ProviderRefusal && error.code === 'duplicate_reference') return null
  const isOurFault = error instanceof ProviderRefusal && error.code === 'unauthorized'
  if (error instanceof ProviderAway || isOurFault) throw new ApiError('provider_unavailable')
  if (!(error instanceof ProviderRefusal)) throw error
  house.log.warn({ err: error, paymentId: payment.id }, 'a provider has refused to begin a payment')
  const { tenantId, id: paymentId } = payment
  const settling = { tenantId, paymentId, actor: providerActor(payment), at: house.clock.now() }
  await house.database.withTenant(tenantId, (tx) =>
    settle(tx, house, { ...settling, outcome: { state: 'failed', reason: null } }),
  )
  throw new ApiError('not_offered')
}

async function keep({ database }: PaymentHouse, { tenantId, id }: PaymentRecord, begun: Begun): Promise<PaymentRecord> {
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
