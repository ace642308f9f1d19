import type { Renewal } from '#contract/billing/renewal.ts'
import type { PaymentKeys } from '../../platform/config/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { selectCard, type SavedCard } from '../cards/index.ts'
import { cardProvidersFor } from '../providers/index.ts'
import { selectSubscription } from '../subscription/index.ts'
import { reasonOf } from './decline-words.ts'
import { daysOf, triedQuote, usualRenewal } from './quote-renewal.ts'
import { selectRenewal, selectRound, type Round } from './renewal-store.ts'
import { todayIn, triesAfter } from './schedule.ts'

type Reading = { church: { currency: string }; accounts: PaymentKeys; at: Date }

/** Automatic renewal as the church sees it. */
export async function readRenewal(tx: Tx, tenantId: TenantId, reading: Reading): Promise<Renewal> {
  const { church, accounts, at } = reading
  const subscription = await selectSubscription(tx, tenantId)
  if (!subscription) throw new ApiError('not_found')
  const { expiresOn, timeZone, isoCode } = subscription
  const renewal = await selectRenewal(tx, tenantId)
  const wish = renewal ?? (await usualRenewal(tx, { isoCode, currency: church.currency, at }))
  const round = await selectRound(tx, tenantId, expiresOn)
  const today = todayIn(timeZone, at)
  const quote = await triedQuote(tx, tenantId, { renewal: wish, at })
  const days = daysOf(subscription, { today, renewal })
  // What was told stands, though prices may have changed since.
  const told = round && {
    amountMinor: round.amountMinor,
    toldOn: dayIn(timeZone, round.announcedAt),
    takenOn: round.nextAt ? dayIn(timeZone, round.nextAt) : days.takenOn,
  }
  const card = await selectCard(tx, tenantId)
  return {
    isOn: renewal?.isOn ?? false,
    months: wish.months,
    card: card && presentCard(card),
    providers: cardProvidersFor(wish.currency).filter((name) => accounts[name] !== null),
    next: typeof quote === 'object' ? { ...quote, ...days, ...told } : null,
    declined: round?.declineCode ? declinedOf(round, { code: round.declineCode, today: today.day }) : null,
  }
}

const presentCard = ({ provider, brand, last4, expMonth, expYear, isRefused }: SavedCard): Renewal['card'] => ({
  provider,
  brand,
  last4,
  expMonth,
  expYear,
  isRefused,
})

function declinedOf(
  { nextAt, firstOn }: Round,
  { code, today }: { code: string; today: string },
): NonNullable<Renewal['declined']> {
  return { reason: reasonOf(code, nextAt === null), triesOn: nextAt ? triesAfter(firstOn, today) : [] }
}
