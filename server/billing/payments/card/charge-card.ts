import type { TenantId } from '../../../platform/database/index.ts'
import { selectChargeable } from '../../cards/index.ts'
import type { CardCharge, ProviderStatus } from '../../providers/index.ts'
import { lockSubscription } from '../../subscription/index.ts'
import { whatOf } from '../../keepers/index.ts'
import { askProvider, providerActor, providerOf, type Asked, type PaymentContext } from '../checkout/ask-provider.ts'
import { selectPayer } from '../records/customer-store.ts'
import { markCharging } from '../records/payment-changes-store.ts'
import { lockPayment, selectPayment, type PaymentRecord } from '../records/payment-store.ts'
import { settle } from '../settle/settle.ts'
import { cardCharged, settleFound } from '../settle/settle-found.ts'
import { waitsForProvider } from '../settle/step-after.ts'

/**
 * Does what is to be done at the provider of one payment: a kept card that was never charged is charged, of anything else
 * it is asked what became of it. Any number of these for one payment do no harm.
 */
export async function seeToPayment(context: PaymentContext, asked: Asked): Promise<void> {
  const { tenantId, paymentId } = asked
  const payment = await context.database.withTenant(tenantId, (tx) => selectPayment(tx, tenantId, paymentId))
  if (payment?.cardId && waitsForProvider(payment) && isInTime(payment, asked.at)) await chargeCard(context, asked)
  else await askProvider(context, asked)
}

/** Later the provider may have forgotten that it was charged: then it is only asked. */
const isInTime = ({ quoteExpiresAt }: PaymentRecord, at: Date): boolean =>
  quoteExpiresAt !== null && at < quoteExpiresAt

type Charging = { tenantId: TenantId; paymentId: string; at: Date }

/**
 * Charges a kept card, outside any transaction. That it is being charged is written down first, so that one that may have
 * been charged is never given up; the same reference charges once, however often this is repeated.
 */
async function chargeCard(context: PaymentContext, charging: Charging): Promise<void> {
  const charge = await takeCharge(context, charging)
  if (!charge) return
  const { tenantId, paymentId } = charging
  const { payment, ...wish } = charge
  const providerStatus = await chargeAt(context, payment, wish)
  const settling = { tenantId, paymentId, actor: providerActor(payment), at: context.clock.now() }
  await context.database.withTenant(tenantId, (tx) =>
    // Nobody tries the same charge once more: the next try is a payment of its own.
    settleFound(tx, context, { ...settling, found: { providerStatus, isPayerBack: true } }),
  )
}

type Wish = CardCharge & { payment: PaymentRecord }

/** What is to be charged; null: nothing any more. */
async function takeCharge(context: PaymentContext, { tenantId, paymentId, at }: Charging): Promise<Wish | null> {
  return context.database.withTenant(tenantId, async (tx) => {
    const payment = await lockPayment(tx, tenantId, paymentId)
    if (!payment?.cardId || !waitsForProvider(payment)) return null
    // After the payment, as whoever settles locks them.
    const subscription = await lockSubscription(tx, tenantId)
    const card = await selectChargeable(tx, { tenantId, cardId: payment.cardId })
    const isStillDue = subscription?.expiresOn === payment.quotedExpiresOn
    if (payment.state === 'created' && (!card || !isStillDue)) {
      // Paid otherwise meanwhile, or the card was taken away: nobody has been at the provider with it.
      const settling = { tenantId, paymentId, actor: providerActor(payment), at }
      const { payment: over } = await settle(tx, context, { ...settling, outcome: { state: 'cancelled' } })
      await cardCharged.announce(tx, { payment: over, decline: null, enqueue: context.enqueue, at })
      return null
    }
    await markCharging(tx, payment, at)
    const { reference, amountMinor, currency } = payment
    const { churchName } = await selectPayer(tx, payment)
    const description = `${whatOf(payment)} for ${churchName}`
    const { token = '', owner = payment.cardOwner ?? '' } = card ?? {}
    return { payment, reference, amountMinor, currency, description, token, owner }
  })
}

/** A card that was taken away while it was being charged is only asked about. */
async function chargeAt(context: PaymentContext, payment: PaymentRecord, charge: CardCharge): Promise<ProviderStatus> {
  const provider = providerOf(context, payment)
  const { reference, providerId, cardOwner } = payment
  if (charge.token === '' || !provider.cards) return provider.find({ reference, providerId, cardOwner, mayTake: false })
  return provider.cards.charge(charge)
}
