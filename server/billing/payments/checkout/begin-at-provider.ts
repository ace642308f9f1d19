import { type Charge, type PaymentProvider, ProviderRefusal } from '../../providers/index.ts'
import type { PaymentRecord } from '../records/payment-store.ts'
import { whatOf } from '../../keepers/index.ts'
import { forgetCustomer, keepCustomer, selectPayer, type Payer } from '../records/customer-store.ts'
import { providerOf, type PaymentContext } from './ask-provider.ts'

const pages = {
  units: { open: '/tenant/units', gated: '/buyunitsexpired' },
  subscription: { open: '/tenant/subscription', gated: '/subexpired' },
} as const

/**
 * Where the provider leads the payer back to. It tells the payment's id and nothing about anybody; `outcome` is a hint for
 * the page and never evidence.
 */
function returnUrls(
  publicUrl: string,
  { id, purpose }: Pick<PaymentRecord, 'id' | 'purpose'>,
  whileGated: boolean,
): { paidUrl: string; cancelledUrl: string } {
  const page = pages[purpose][whileGated ? 'gated' : 'open']
  const urlOf = (outcome: 'paid' | 'cancelled') => `${publicUrl}${page}?payment=${id}&outcome=${outcome}`
  return { paidUrl: urlOf('paid'), cancelledUrl: urlOf('cancelled') }
}

export type Beginning = { payment: PaymentRecord; whileGated: boolean }

/**
 * Asks the provider for a page where this payment is paid. Everything it is told comes from what is stored, so that a
 * repetition says the same. Throws ProviderAway and ProviderRefusal.
 */
export async function beginAtProvider(
  context: PaymentContext,
  { payment, whileGated }: Beginning,
): ReturnType<PaymentProvider['begin']> {
  const provider = providerOf(context, payment)
  const payer = await context.database.withTenant(payment.tenantId, (tx) => selectPayer(tx, payment))
  const customerId = await customerOf(context, { provider, payment, payer })
  const { reference, amountMinor, currency, createdAt } = payment
  const charge: Charge = {
    reference,
    amountMinor,
    currency,
    description: `${whatOf(payment)} for ${payer.churchName}`,
    payerEmail: payer.email,
    ...returnUrls(context.config.publicUrl, payment, whileGated),
    expiresAt: payment.quoteExpiresAt ?? createdAt,
    keepsCard: payment.renews,
    customerId,
  }
  const begun = await provider.begin(charge)
  if (begun.isCustomerUnknown && customerId !== null) await forget(context, { provider, payment }, customerId)
  return begun
}

/** The next payment makes the church known there anew. */
async function forget(
  { database }: PaymentContext,
  { provider, payment: { tenantId } }: Pick<Known, 'provider' | 'payment'>,
  customerId: string,
): Promise<void> {
  await database.withTenant(tenantId, (tx) => forgetCustomer(tx, { tenantId, provider: provider.name }, customerId))
}

type Known = { provider: PaymentProvider; payment: PaymentRecord; payer: Payer }

/** What the provider calls the church, made when it first pays there; null where providers know no such thing. */
async function customerOf(
  { database }: PaymentContext,
  { provider, payment: { tenantId }, payer }: Known,
): Promise<string | null> {
  if (payer.customerId !== null || !provider.portal) return payer.customerId
  try {
    const church = { key: tenantId, name: payer.churchName, email: payer.email }
    const customerId = await provider.portal.openCustomer(church)
    return await database.withTenant(tenantId, (tx) =>
      keepCustomer(tx, { tenantId, provider: provider.name }, customerId),
    )
  } catch (error) {
    // It can be paid all the same.
    if (error instanceof ProviderRefusal) return null
    throw error
  }
}
