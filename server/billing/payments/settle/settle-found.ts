import { majorText } from '#contract/billing/exact.ts'
import { audit } from '../../../identity/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { announcement } from '../../../platform/announcements.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { ApiError, type Actor } from '../../../platform/http/index.ts'
import type { Dispute, KeptCard, ProviderStatus, Taken } from '../../providers/index.ts'
import { noteDecline } from '../records/payment-changes-store.ts'
import { lockPayment, type PaymentRecord } from '../records/payment-store.ts'
import { handleIncident, refundCameBack, saveIncident, type Incident } from '../records/refund-store.ts'
import { settle, type Settled, type Settling } from './settle.ts'
import type { Found } from './step-after.ts'

/** A church paid and let this card be kept: it is renewed with it from now on. */
export const renewalAgreed = announcement<{
  payment: PaymentRecord
  card: KeptCard
  actor: Actor
  enqueue: AppContext['enqueue']
  at: Date
}>()

/** A charge of a kept card has ended. `decline`: why nothing was taken, where the bank said no. */
export const cardCharged = announcement<{
  payment: PaymentRecord
  decline: { kind: 'soft' | 'hard'; code: string } | null
  enqueue: AppContext['enqueue']
  at: Date
}>()

type SettlingFound = Omit<Settling, 'outcome'> & { found: Found }

/**
 * Ends a payment by its provider's word, with all that hangs on it: the card that is kept, what was declined, disputes and
 * refunds since. Whoever has asked a provider comes through here.
 */
export async function settleFound(
  tx: Tx,
  context: Pick<AppContext, 'enqueue'>,
  { found, ...settling }: SettlingFound,
): Promise<Settled> {
  const providerStatus = withLostDisputes(found.providerStatus)
  const settled = await settle(tx, context, { ...settling, outcome: { state: 'found', ...found, providerStatus } })
  if (settled.isNew) await tellOfCard(tx, context, settled.payment, { providerStatus, settling })
  const { actor, at } = settling
  await noteSince(tx, settled.payment, { providerStatus: found.providerStatus, actor, at })
  return settled
}

type Ended = { providerStatus: ProviderStatus; settling: Omit<Settling, 'outcome'> }

/** Announces what became of the card of a payment that ended: one that may be kept, or a kept one that was charged. */
async function tellOfCard(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  payment: PaymentRecord,
  { providerStatus: status, settling: { actor, at } }: Ended,
): Promise<void> {
  const { renews, state, cardId } = payment
  if (renews && state === 'succeeded' && status.state === 'paid' && status.card)
    await renewalAgreed.announce(tx, { payment, card: status.card, actor, enqueue, at })
  if (!cardId) return
  const decline = state === 'failed' && status.state === 'declined' ? (status.decline ?? null) : null
  if (decline) await noteDecline(tx, payment, decline.code)
  await cardCharged.announce(tx, { payment, decline, enqueue, at })
}

type Since = { providerStatus: ProviderStatus; actor: Actor; at: Date }

/** What of a payment's money is gone for good, by its provider's word; null: that was not asked. */
function goneMinor(status: ProviderStatus): number | null {
  if (status.state !== 'paid' && status.state !== 'refunded') return null
  if (!status.disputes) return null
  const lost = status.disputes.filter(({ state }) => state === 'lost')
  const back = status.state === 'refunded' ? status.refundedMinor : 0
  const sum = back + lost.reduce((total, { amountMinor }) => total + amountMinor, 0)
  return Math.min(sum, status.amountMinor)
}

/** The same status, with what was lost to disputes counted as gone back: it buys nothing any more. */
function withLostDisputes(status: ProviderStatus): ProviderStatus {
  const gone = goneMinor(status)
  if (!gone || (status.state !== 'paid' && status.state !== 'refunded')) return status
  return { ...status, state: 'refunded', refundedMinor: gone }
}

/** Writes down what happened to a payment after it was paid. `payment` is locked. */
async function noteSince(tx: Tx, payment: PaymentRecord, since: Since): Promise<void> {
  const { providerStatus, at } = since
  const gone = goneMinor(providerStatus)
  if (gone === null || !('disputes' in providerStatus)) return
  for (const dispute of providerStatus.disputes ?? []) await noteDispute(tx, payment, dispute, since)
  // Told to be done, and yet the money is with us: an operator tries once more.
  const { refund } = payment
  if (refund?.state === 'done' && gone < refund.amountMinor)
    await refundCameBack(tx, payment, `The provider could not give it back (${at.toISOString().slice(0, 10)}).`)
}

async function noteDispute(tx: Tx, payment: PaymentRecord, dispute: Dispute, { actor, at }: Since): Promise<void> {
  const { id: providerId, ...told } = dispute
  if (!(await saveIncident(tx, payment, { kind: 'dispute', providerId, ...told, at }))) return
  const { tenantId, id: subjectId, reference } = payment
  const { amountMinor, currency, state } = dispute
  const details = { reference, amount: majorText(amountMinor, currency), currency, state }
  await audit(tx, tenantId, actor, { act: 'payment.disputed', subjectId, details, at })
}

/** The payer has paid twice under one reference. */
export async function noteSecondTaking(
  tx: Tx,
  payment: PaymentRecord,
  { taken, at }: { taken: Taken; at: Date },
): Promise<void> {
  const { providerId, amountMinor, currency } = taken
  await saveIncident(tx, payment, {
    kind: 'second_taking',
    providerId,
    state: 'open',
    amountMinor,
    currency,
    answerBy: null,
    at,
  })
}

export type Handling = Pick<Incident, 'kind' | 'providerId'> & {
  tenantId: string
  paymentId: string
  note: string
  actor: Actor
  at: Date
}

/** An operator has seen to what happened to a payment. Throws `not_found` and `already_decided`. */
export async function closeIncident(tx: Tx, { tenantId, paymentId, actor, ...handled }: Handling): Promise<void> {
  const payment = await lockPayment(tx, tenantId, paymentId)
  if (!payment) throw new ApiError('not_found')
  if (!(await handleIncident(tx, payment, { ...handled, operatorId: actor.id }))) throw new ApiError('already_decided')
}
