import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { systemActor } from '../../platform/http/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { refuseCard } from '../cards/index.ts'
import type { PaymentRecord } from '../payments/index.ts'
import { selectSubscription } from '../subscription/index.ts'
import { reasonOf } from './decline-words.ts'
import { mail } from './renew-churches.ts'
import { noteRoundDecline, noteTry, selectRoundOf } from './renewal-store.ts'
import { chargeAt, triesAfter } from './schedule.ts'

type Charged = {
  payment: PaymentRecord
  decline: { kind: 'soft' | 'hard'; code: string } | null
  at: Date
}

const HOUR_MS = 60 * 60_000

/**
 * A charge for a renewal has ended: paid, it is over; declined, it is tried again on the next day of the plan, or never;
 * not charged at all, an hour later. A card that was declined for good is charged no more. Runs in the transaction that ended it.
 */
export async function afterCharge(
  tx: Tx,
  enqueue: AppContext['enqueue'],
  { payment, decline, at }: Charged,
): Promise<void> {
  const { tenantId, id, cardId, state } = payment
  if (decline?.kind === 'hard' && cardId) await refuseCard(tx, { tenantId, cardId }, { code: decline.code, at })
  const round = await selectRoundOf(tx, tenantId, id)
  if (!round) return
  const { expiresOn } = round
  if (state === 'succeeded' || state === 'review')
    return noteTry(tx, { tenantId, expiresOn }, { paymentId: id, nextAt: null })
  if (!decline) return noteTry(tx, { tenantId, expiresOn }, { paymentId: id, nextAt: new Date(at.getTime() + HOUR_MS) })
  const { timeZone = 'UTC' } = (await selectSubscription(tx, tenantId)) ?? {}
  const [nextOn] = decline.kind === 'hard' ? [] : triesAfter(round.firstOn, dayIn(timeZone, at))
  const nextAt = nextOn === undefined ? null : chargeAt(timeZone, nextOn)
  await noteRoundDecline(tx, { tenantId, expiresOn }, { code: decline.code, nextAt })
  const reason = reasonOf(decline.code, nextAt === null)
  await audit(tx, tenantId, systemActor, { act: 'renewal.declined', subjectId: id, details: { reason }, at })
  await mail(tx, enqueue, { tenantId, expiresOn, what: 'declined' })
}
