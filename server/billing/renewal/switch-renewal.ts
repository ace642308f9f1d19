import { audit, takeAttempt } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { keepCard, removeCard, selectCard } from '../cards/index.ts'
import type { PaymentRecord } from '../payments/index.ts'
import type { KeptCard } from '../providers/index.ts'
import { lockSubscription } from '../subscription/index.ts'
import { noteTry, saveRenewalRow, selectRenewal, selectRound } from './renewal-store.ts'
import { renewChurchJob } from './renew-churches.ts'

type Doors = Pick<AppContext, 'enqueue'>
type Acting = { accountId: string; actor: Actor; at: Date }

type Paid = Doors & { payment: PaymentRecord; card: KeptCard; actor: Actor; at: Date }

/** A church paid months and let its card be kept for more of them: it is kept, and by that the renewal is switched on. */
export async function agreeToRenewal(tx: Tx, { payment, card, actor: by, enqueue, at }: Paid): Promise<void> {
  const { tenantId, currency, months, method: provider, createdBy: accountId } = payment
  await keepCard(tx, { enqueue }, { tenantId, provider, card, keptBy: accountId, actor: by, at })
  const before = await selectRenewal(tx, tenantId)
  const row = { isOn: true, months: months ?? 1, currency, switchedBy: accountId, switchedAt: at }
  await saveRenewalRow(tx, tenantId, row)
  if (before?.isOn) return
  const actor = { kind: 'staff' as const, id: accountId, name: payment.reference, ip: null, device: null }
  await audit(tx, tenantId, actor, { act: 'renewal.switched_on', details: { months: row.months }, at })
}

type Agreed = Acting & {
  tenantId: string
  provider: string
  card: KeptCard
  months: number
  currency: string
}

/** A church lets a card be kept and is renewed with it from now on, without paying at this moment. */
export async function keepAndRenew(tx: Tx, doors: Doors, agreed: Agreed): Promise<void> {
  const { tenantId, provider, card, months, currency, accountId, actor, at } = agreed
  await keepCard(tx, doors, { tenantId, provider, card, keptBy: accountId, actor, at })
  await saveRenewalRow(tx, tenantId, { isOn: true, months, currency, switchedBy: accountId, switchedAt: at })
  await audit(tx, tenantId, actor, { act: 'renewal.switched_on', details: { months }, at })
}

/** Throws `no_card` for switching on without a card that can be charged. */
export async function switchRenewal(
  tx: Tx,
  { enqueue }: Doors,
  { tenantId, isOn, months, accountId, actor, at }: Acting & { tenantId: TenantId; isOn: boolean; months: number },
): Promise<void> {
  // Nothing is charged, nor told, while it is being switched.
  await lockSubscription(tx, tenantId)
  const before = await selectRenewal(tx, tenantId)
  const card = await selectCard(tx, tenantId)
  if (isOn && (!before || !card || card.isRefused)) throw new ApiError('no_card')
  if (!before || (before.isOn === isOn && before.months === months)) return
  // Who only changes the months has read what it comes to as well.
  await saveRenewalRow(tx, tenantId, { ...before, isOn, months, switchedBy: accountId, switchedAt: at })
  if (before.isOn !== isOn)
    await audit(tx, tenantId, actor, {
      act: isOn ? 'renewal.switched_on' : 'renewal.switched_off',
      details: { months },
      at,
    })
  if (isOn) await enqueue(tx, renewChurchJob, { tenantId })
}

/** Throws `no_card`. */
export async function removeSavedCard(
  tx: Tx,
  doors: Doors,
  { tenantId, accountId, actor, at }: Acting & { tenantId: TenantId },
): Promise<void> {
  await lockSubscription(tx, tenantId)
  if (!(await removeCard(tx, doors, { tenantId, actor, at }))) throw new ApiError('no_card')
  const { months = 1 } = (await selectRenewal(tx, tenantId)) ?? {}
  await switchRenewal(tx, doors, { tenantId, isOn: false, months, accountId, actor, at })
}

/** Tries a declined card at once. Throws `nothing_to_try` and `too_many_tries`. */
export async function tryNow(
  tx: Tx,
  { enqueue }: Doors,
  { tenantId, at }: { tenantId: TenantId; at: Date },
): Promise<void> {
  const subscription = await lockSubscription(tx, tenantId)
  const round = subscription && (await selectRound(tx, tenantId, subscription.expiresOn))
  const renewal = await selectRenewal(tx, tenantId)
  if (!round?.nextAt || !round.declineCode || !renewal?.isOn) throw new ApiError('nothing_to_try')
  if ((await takeAttempt(tx, { kind: 'tryRenewal', who: tenantId }, at)) > 0) throw new ApiError('too_many_tries')
  await noteTry(tx, { tenantId, expiresOn: round.expiresOn }, { paymentId: null, nextAt: at })
  await enqueue(tx, renewChurchJob, { tenantId })
}
