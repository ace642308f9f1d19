import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { selectCard, type SavedCard } from '../cards/index.ts'
import { selectKeepers } from '../keepers/index.ts'
import { hasMonthsUnderWay, orderRenewal } from '../payments/index.ts'
import { lockSubscription, type SubscriptionRecord } from '../subscription/index.ts'
import { triedQuote, type RenewalQuote } from './quote-renewal.ts'
import { sendRenewalMailJob } from './renewal-mails.ts'
import {
  announceRound,
  noteRoundDecline,
  noteTry,
  selectDue,
  selectRenewal,
  selectRound,
  type RenewalRecord,
  type Round,
} from './renewal-store.ts'
import { chargeAt, firstTryOn, isDaytime, isToBeTold, todayIn, type Today } from './schedule.ts'

/** Looks for churches whose renewal is to be told, or whose card is to be charged. */
export const watchRenewalsJob = defineJob({ name: 'billing.watch-renewals', payload: z.object({}) })

/** Does for one church what is due now. Any number of these do it once. */
export const renewChurchJob = defineJob({
  name: 'billing.renew-church',
  payload: z.object({ tenantId: z.uuid() }),
})

type Doors = Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'log'>

/** One church that cannot be renewed keeps none of the others waiting. */
export async function watchRenewals(context: Doors): Promise<void> {
  const { database, clock, log } = context
  for (const tenantId of await database.withoutTenant((tx) => selectDue(tx, clock.now())))
    await renewChurch(context, { tenantId }).catch((error: unknown) =>
      log.error({ err: error, tenantId }, 'a church could not be renewed; it is tried again in some minutes'),
    )
}

export async function renewChurch(
  { database, clock, enqueue }: Doors,
  { tenantId }: { tenantId: TenantId },
): Promise<void> {
  await database.withTenant(tenantId, async (tx) => {
    // Held to the end: nobody else renews it, pays for it or switches it off meanwhile.
    const subscription = await lockSubscription(tx, tenantId)
    const renewal = await selectRenewal(tx, tenantId)
    const card = await selectCard(tx, tenantId)
    if (!subscription || !renewal?.isOn || !card || card.isRefused) return
    const at = clock.now()
    const today = todayIn(subscription.timeZone, at)
    const round = await selectRound(tx, tenantId, subscription.expiresOn)
    const renewing = { tx, enqueue, tenantId, subscription, renewal, card, today, at }
    if (!round) await tell(renewing)
    else if (round.nextAt && round.nextAt <= at) await tryCard(renewing, round)
  })
}

type Renewing = {
  tx: Tx
  enqueue: AppContext['enqueue']
  tenantId: TenantId
  subscription: SubscriptionRecord
  renewal: RenewalRecord
  card: SavedCard
  today: Today
  at: Date
}

/** By mail, before anything is taken. */
async function tell(renewing: Renewing): Promise<void> {
  const { tx, tenantId, subscription, renewal, today, at } = renewing
  const isFresh = dayIn(subscription.timeZone, renewal.switchedAt) === today.day
  if (!isToBeTold(subscription.expiresOn, today.day) || !(isFresh || isDaytime(today.hour))) return
  const quote = await triedQuote(tx, tenantId, { renewal, at })
  // What cannot be bought is not announced: the reminders say that it ends.
  if (typeof quote === 'object') await announce(renewing, quote)
}

async function announce({ tx, enqueue, tenantId, ...renewing }: Renewing, quote: RenewalQuote): Promise<void> {
  const { subscription, renewal, today, at } = renewing
  const { expiresOn, timeZone } = subscription
  const switchedOn = dayIn(timeZone, renewal.switchedAt)
  const firstOn = firstTryOn(expiresOn, { toldOn: today.day, switchedOn })
  const charged = chargeAt(timeZone, firstOn)
  const nextAt = charged > at ? charged : at
  if (!(await announceRound(tx, tenantId, { ...quote, expiresOn, announcedAt: at, firstOn, nextAt }))) return
  await mail(tx, enqueue, { tenantId, expiresOn, what: 'announced' })
}

const MINUTE_MS = 60_000
/** When a try of which nothing was heard is looked at again; a payment of somebody's own is waited for as long. */
const LOOK_AGAIN_MS = 30 * MINUTE_MS

async function tryCard(renewing: Renewing, round: Round): Promise<void> {
  const { tx, enqueue, tenantId, renewal, card, at } = renewing
  const { expiresOn } = round
  const lookAgain = new Date(at.getTime() + LOOK_AGAIN_MS)
  // The last try may yet go well, or somebody is just paying: nobody pays twice.
  if (await hasMonthsUnderWay(tx, tenantId, at))
    return noteTry(tx, { tenantId, expiresOn }, { paymentId: null, nextAt: lookAgain })
  const quote = await triedQuote(tx, tenantId, { renewal, at })
  if (typeof quote === 'string') return stop(renewing, { expiresOn, code: quote })
  // Only what was told is taken.
  if (quote.amountMinor > round.amountMinor || quote.currency !== round.currency || quote.planId !== round.planId)
    return announce({ ...renewing, renewal: { ...renewal, switchedAt: new Date(0) } }, quote)
  const { months, currency } = quote
  const order = { tenantId, card, accountId: renewal.switchedBy, months, currency, at }
  const paymentId = await orderRenewal(tx, { enqueue }, order)
  await noteTry(tx, { tenantId, expiresOn }, { paymentId, nextAt: lookAgain })
}

/** Nothing can be bought any more: the plan is too small by now, or has no price. */
async function stop(
  { tx, enqueue, tenantId }: Renewing,
  { expiresOn, code }: { expiresOn: string; code: string },
): Promise<void> {
  await noteRoundDecline(tx, { tenantId, expiresOn }, { code, nextAt: null })
  await mail(tx, enqueue, { tenantId, expiresOn, what: 'declined' })
}

type Mailing = { tenantId: string; expiresOn: string; what: 'announced' | 'declined' }

/** To owners and finance, each by a job of its own. */
export async function mail(tx: Tx, enqueue: AppContext['enqueue'], mailing: Mailing): Promise<void> {
  for (const accountId of await selectKeepers(tx, mailing.tenantId))
    await enqueue(tx, sendRenewalMailJob, { ...mailing, accountId })
}
