import type { TenantId } from '../../../platform/database/index.ts'
import { ApiError, systemActor, type Actor } from '../../../platform/http/index.ts'
import {
  type ProviderStatus,
  ProviderAway,
  ProviderRefusal,
  openProviders,
  type PaymentProviders,
  type PaymentProvider,
} from '../../providers/index.ts'
import { selectPayment, type PaymentRecord } from '../records/payment-store.ts'
import { endsAt, mayYetBePaid, waitsForProvider } from '../settle/step-after.ts'
import { noteSecondTaking, settleFound } from '../settle/settle-found.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../../platform/jobs/index.ts'
import { takeAttempt } from '../../../identity/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'

/** What payments through providers stand on. */
export type PaymentContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'log' | 'enqueue'> & {
  providers: Pick<PaymentProviders, 'find'>
}

/** The providers of this installation, opened. */
export const openPayments = (context: AppContext): AppContext & PaymentContext => ({
  ...context,
  providers: openProviders(context.config.payments, context.noteProvider),
})

/** The provider of a payment. Throws ProviderAway when this installation has no account with it any more. */
export function providerOf(
  { providers }: Pick<PaymentContext, 'providers'>,
  { method }: PaymentRecord,
): PaymentProvider {
  const provider = providers.find(method)
  if (!provider) throw new ProviderAway('This installation has no account with the provider.')
  return provider
}

/** Whose word ends a payment through a provider, whoever made us ask. */
export const providerActor = ({ method }: Pick<PaymentRecord, 'method'>): Actor => ({ ...systemActor, name: method })

type Confirming = { tenantId: TenantId; paymentId: string; claimedId?: string | undefined; at: Date }

/**
 * The payer is back: asks the provider what became of the payment and answers it as it is then. One that has ended is
 * answered as it is, and so is one that was asked about more often than makes sense. Throws `not_found` and
 * `provider_unavailable`.
 */
export async function confirmPayment(context: PaymentContext, confirming: Confirming): Promise<PaymentRecord> {
  const { tenantId, paymentId, at } = confirming
  const [payment, mayAsk] = await context.database.withTenant(tenantId, async (tx) => {
    const found = await selectPayment(tx, tenantId, paymentId)
    if (!found) throw new ApiError('not_found')
    if (!waitsForProvider(found) && !mayYetBePaid(found)) return [found, false] as const
    return [found, (await takeAttempt(tx, { kind: 'confirmPayment', who: paymentId }, at)) === 0] as const
  })
  if (!mayAsk) return payment
  try {
    return await askProvider(context, { ...confirming, isPayerBack: true })
  } catch (error) {
    if (error instanceof ProviderAway || error instanceof ProviderRefusal) throw new ApiError('provider_unavailable')
    throw error
  }
}

/** Asks the provider of one payment what became of it. Any number of these jobs for one payment do no harm. */
export const askProviderJob = defineJob({
  name: 'billing.ask-provider',
  payload: z.object({
    tenantId: z.uuid(),
    paymentId: z.uuid(),
    /** What the notice says the provider calls it. */
    providerId: z.optional(z.string().check(z.maxLength(255))),
    isAfterwards: z.optional(z.boolean()),
  }),
  // Within a minute or so; after that `reconcilePayments` asks anew.
  options: { retryLimit: 5 },
})

export type Asked = {
  tenantId: TenantId
  paymentId: string
  /** What a notice says the provider calls it, where we know no name. */
  providerId?: string | null | undefined
  /** What a client says the provider calls it: where that is another name than the provider's own, nothing happens. */
  claimedId?: string | undefined
  /** The payer has left the provider's page. */
  isPayerBack?: boolean
  /** Something may have happened after it was paid. */
  isAfterwards?: boolean | undefined
  at: Date
}

/**
 * Asks a payment's provider what became of it, outside any transaction, and settles by its answer in one. A page that can
 * still be paid and is not to be is ended there. Throws `not_found`, ProviderAway and ProviderRefusal.
 */
export async function askProvider(context: PaymentContext, asked: Asked): Promise<PaymentRecord> {
  const { tenantId, paymentId, isPayerBack, at } = asked
  const payment = await context.database.withTenant(tenantId, (tx) => selectPayment(tx, tenantId, paymentId))
  if (!payment) throw new ApiError('not_found')
  const providerStatus = await find(context, payment, asked)
  if (asked.claimedId !== undefined && contradicts(asked.claimedId, payment, providerStatus)) return payment
  const settling = { tenantId, paymentId, actor: providerActor(payment), at }
  const { payment: settled } = await context.database.withTenant(tenantId, (tx) =>
    settleFound(tx, context, { ...settling, found: { providerStatus, isPayerBack } }),
  )
  await lookForSecond(context, settled, asked)
  return settled
}

/**
 * The provider names another taking than the one that we know under this reference: where it is paid as well, the payer
 * has paid twice, and an operator is to see it.
 */
async function lookForSecond(
  context: PaymentContext,
  payment: PaymentRecord,
  { providerId, at }: Asked,
): Promise<void> {
  const { reference, tenantId } = payment
  if (!providerId || !payment.providerId || providerId === payment.providerId || payment.cardId) return
  const other = await providerOf(context, payment).find({ reference, providerId, mayTake: false })
  if (other.state !== 'paid' || other.reference !== reference || other.providerId === payment.providerId) return
  await context.database.withTenant(tenantId, (tx) => noteSecondTaking(tx, payment, { taken: other, at }))
}

async function find(context: PaymentContext, payment: PaymentRecord, asked: Asked): Promise<ProviderStatus> {
  const { reference } = payment
  const provider = providerOf(context, payment)
  const known = {
    reference,
    providerId: payment.providerId ?? asked.providerId ?? null,
    cardOwner: payment.cardOwner,
    // What was given up is not taken by us after all.
    mayTake: waitsForProvider(payment),
    asksAfterwards: asked.isAfterwards ?? false,
  }
  const providerStatus = await provider.find(known)
  if (!provider.end || !isToEnd(payment, providerStatus, asked)) return providerStatus
  await endPage(context, payment)
  const last = await provider.find(known)
  // That it was declined is worth more than that it has ended since.
  return providerStatus.state === 'declined' && last.state === 'ended' ? providerStatus : last
}

/** Whether a page could be paid that nobody is to pay any more: given up, over its time, or declined and left. */
function isToEnd(payment: PaymentRecord, { state }: ProviderStatus, { isPayerBack = false, at }: Asked): boolean {
  if (state !== 'open' && state !== 'declined') return false
  if (mayYetBePaid(payment)) return true
  const isOver = payment.quoteExpiresAt !== null && at >= endsAt(payment.quoteExpiresAt)
  return waitsForProvider(payment) && (isOver || (isPayerBack && state === 'declined'))
}

/** Whether a client calls a payment by a name that neither we nor its provider know it by. */
function contradicts(
  claimedId: string,
  { reference, providerId }: PaymentRecord,
  providerStatus: ProviderStatus,
): boolean {
  const found = 'providerId' in providerStatus ? providerStatus.providerId : null
  return (providerId !== null || found !== null) && ![reference, providerId, found].includes(claimedId)
}

/**
 * Ends a payment's page at the provider, where it knows such an end. Refused when it was paid in this very moment: ask
 * again what became of it. Throws ProviderAway.
 */
export async function endPage(context: Pick<PaymentContext, 'providers'>, payment: PaymentRecord): Promise<void> {
  try {
    await providerOf(context, payment).end?.(payment)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
  }
}
