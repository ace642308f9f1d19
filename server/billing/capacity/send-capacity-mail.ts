import { gateOf, type Standing } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { selectKeeper, type Keeper } from '../notices/payee-store.ts'
import { selectStanding } from './capacity-store.ts'

type Wanted = { tenantId: string; accountId: string; overSince: string }

/**
 * Mails one account that its church has too many people, as it stands now; nothing once it is within its plan again, or
 * when it no longer keeps the church's money.
 */
export async function sendCapacityMail(context: AppContext, { tenantId, accountId, overSince }: Wanted): Promise<void> {
  const { database, clock, config, sendMail } = context
  const { keeper, church } = await database.withTenant(tenantId, async (tx) => ({
    keeper: await selectKeeper(tx, tenantId, accountId),
    church: await selectStanding(tx),
  }))
  if (!keeper || church?.overSince?.toISOString() !== overSince) return
  const { gate, grace } = gateOf(church, clock.now())
  if (gate === 'expired') return
  const base = { keeper, church, link: `${config.publicUrl}/tenant/subscription` }
  await sendMail(
    grace ? graceMail({ ...base, ...grace }) : shutMail({ ...base, link: `${config.publicUrl}/subexpired` }),
  )
}

type Full = { keeper: Keeper; church: Standing; link: string }

const inEnglish = (count: number): string => count.toLocaleString('en-US')

const numbers = ({ keeper, church }: Full): string =>
  `${keeper.churchName} has ${inEnglish(church.people)} people, and the plan allows ${inEnglish(church.membershipSize)}.`

const WAYS_OUT = 'Choose a larger plan, or archive people who no longer come.'

function graceMail({ until, daysLeft, ...full }: Full & { until: string; daysLeft: number }): Mail {
  const days = daysLeft === 1 ? '1 day' : `${daysLeft} days`
  return renderEmail({
    to: full.keeper.email,
    subject: daysLeft === 0 ? 'Last day over your plan’s limit' : `Over your plan’s limit: ${days} left`,
    paragraphs: [
      `Hello ${full.keeper.firstName},`,
      numbers(full),
      `Everything works until the end of ${dayText(until)}. After that most screens close until there is room again. ${WAYS_OUT}`,
      'Children can always be checked out, and you can always choose a plan, buy units, send SMS, and archive people.',
    ],
    button: { title: 'Choose a larger plan', link: full.link },
    closing: 'We write to you when this begins, and 7 days, 2 days and on the last day before screens close.',
  })
}

const shutMail = (full: Full): Mail =>
  renderEmail({
    to: full.keeper.email,
    subject: 'Most screens are closed: over your plan’s limit',
    paragraphs: [
      `Hello ${full.keeper.firstName},`,
      numbers(full),
      `Most screens are closed until there is room again. ${WAYS_OUT} Nothing was deleted.`,
      'Children can still be checked out, and you can still buy units and send SMS.',
    ],
    button: { title: 'Choose a larger plan', link: full.link },
    closing: 'As soon as there is room, everything opens by itself.',
  })

/** `2026-05-03` as 3 May 2026. */
const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
