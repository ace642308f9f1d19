import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { dayIn, type Day } from '../../platform/runtime/index.ts'
import { selectCard, type SavedCard } from '../cards/index.ts'
import { dayText, moneyText, selectKeeper, type Keeper } from '../keepers/index.ts'
import { holdEnd, selectSubscription, type SubscriptionRecord } from '../subscription/index.ts'
import { reasonOf } from './decline-words.ts'
import { mailWords } from './mail-words.ts'
import { selectRenewal, selectRound, type Round } from './renewal-store.ts'
import { triesAfter } from './schedule.ts'

/** Mails one account that its church is to be renewed, or that its card was declined. */
export const sendRenewalMailJob = defineJob({
  name: 'billing.renewal-mail',
  payload: z.object({
    tenantId: z.uuid(),
    accountId: z.uuid(),
    expiresOn: z.string(),
    what: z.enum(['announced', 'declined']),
  }),
})

type Wanted = { tenantId: string; accountId: string; expiresOn: string; what: 'announced' | 'declined' }

/**
 * Nothing goes once the church has paid, whoever paid, or switched it off: its end is held until the mail server has the
 * mail, and whoever settles or switches waits so long. Nothing goes to who no longer keeps its money.
 */
export async function sendRenewalMail(
  { database, clock, config, sendMail }: AppContext,
  wanted: Wanted,
): Promise<void> {
  const { tenantId, accountId, expiresOn, what } = wanted
  await database.withTenant(tenantId, async (tx) => {
    if (!(await holdEnd(tx, tenantId, expiresOn))) return
    const keeper = await selectKeeper(tx, tenantId, accountId)
    const subscription = await selectSubscription(tx, tenantId)
    const renewal = await selectRenewal(tx, tenantId)
    const round = await selectRound(tx, tenantId, expiresOn)
    const card = await selectCard(tx, tenantId)
    if (!keeper || !round || !card || !subscription || !renewal?.isOn) return
    const today = dayIn(subscription.timeZone, clock.now())
    const about = { keeper, subscription, round, card, today, link: `${config.publicUrl}/tenant/subscription` }
    if (what === 'announced' && round.nextAt) await sendMail(announcedMail(about))
    if (what === 'declined' && round.declineCode) await sendMail(declinedMail(about, round.declineCode))
  })
}

type About = {
  keeper: Keeper
  subscription: SubscriptionRecord
  round: Round
  card: SavedCard
  today: Day
  link: string
}

function announcedMail({ keeper, subscription, round, card, link }: About): Mail {
  const { language } = keeper
  const words = mailWords[language]
  const sum = moneyText(round.amountMinor, round.currency, language)
  const takenOn = dayText(round.nextAt ? dayIn(subscription.timeZone, round.nextAt) : round.firstOn, language)
  const { planName } = subscription
  return renderEmail({
    to: keeper.email,
    language,
    subject: words.announced.subject(takenOn),
    paragraphs: [
      words.hello(keeper.firstName),
      words.announced.text({ sum, takenOn, card: cardText(card), planName, months: round.months }),
      ...(endsBefore(card, round.firstOn) ? [words.announced.cardEnds(expiryText(card))] : []),
      words.announced.nothingToDo,
    ],
    button: { title: words.announced.button, link },
  })
}

function declinedMail({ keeper, subscription, round, card, today, link }: About, code: string): Mail {
  const { language } = keeper
  const words = mailWords[language]
  const tries = round.nextAt ? triesAfter(round.firstOn, today) : []
  const endsOn = dayText(subscription.expiresOn, language)
  return renderEmail({
    to: keeper.email,
    language,
    subject: words.declined.subject(cardText(card)),
    paragraphs: [
      words.hello(keeper.firstName),
      words.declined.reason[reasonOf(code, round.nextAt === null)](
        moneyText(round.amountMinor, round.currency, language),
        cardText(card),
      ),
      tries.length > 0
        ? words.declined.again(
            listText(
              tries.map((day) => dayText(day, language)),
              language,
            ),
          )
        : words.declined.never,
      subscription.expiresOn >= today ? words.declined.ends(endsOn) : words.declined.ended(endsOn),
      words.children,
    ],
    button: { title: words.declined.button, link },
  })
}

const listText = (days: string[], language: 'en' | 'fr'): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(days)

/** As its owner knows it: Visa •••• 0042. */
export const cardText = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`

const expiryText = ({ expMonth, expYear }: SavedCard): string => `${String(expMonth).padStart(2, '0')}/${expYear}`

/** A card is good to the end of its month. */
const endsBefore = ({ expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>, day: Day): boolean =>
  `${expYear}-${String(expMonth).padStart(2, '0')}` < day.slice(0, 7)
