import type { Tx } from '../../platform/database/index.ts'
import { addDays, dayIn, type Day } from '../../platform/runtime/index.ts'
import { DUE_BEFORE_EXPIRY } from '#contract/billing/subscription.ts'
import { selectCard } from '../cards/index.ts'
import { cardText } from './renewal-mails.ts'
import { selectRenewal, selectRound } from './renewal-store.ts'

/** What is taken by itself before or after a subscription ends. */
export type ComingCharge = { card: string; takenOn: Day }

/** Null: nothing is taken by itself, any more or at all. */
export async function readComingCharge(
  tx: Tx,
  { tenantId, expiresOn, timeZone }: { tenantId: string; expiresOn: Day; timeZone: string },
): Promise<ComingCharge | null> {
  const renewal = await selectRenewal(tx, tenantId)
  const card = await selectCard(tx, tenantId)
  if (!renewal?.isOn || !card || card.isRefused) return null
  const round = await selectRound(tx, tenantId, expiresOn)
  if (round && (!round.nextAt || round.declineCode)) return null
  const takenOn = round?.nextAt ? dayIn(timeZone, round.nextAt) : addDays(expiresOn, -DUE_BEFORE_EXPIRY)
  return { card: cardText(card), takenOn }
}
