import { gateOf, type Standing } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { dayText, selectKeepers, selectKeeper, type Keeper } from '../keepers/index.ts'
import { claimNotice, selectFullChurches, selectStanding } from './subscription-store.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../platform/jobs/index.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'

/** Looks for churches over their capacity that are to be told. */
export const watchCapacityJob = defineJob({ name: 'billing.watch-capacity', payload: z.object({}) })

/** Mails one account that its church has more people than its plan allows. */
export const sendCapacityMailJob = defineJob({
  name: 'billing.capacity-mail',
  payload: z.object({ tenantId: z.uuid(), accountId: z.uuid(), overSince: z.iso.datetime() }),
})

/** A church is told when the days of grace begin, and when so many of them are left; the last time on the last day. */
const TOLD_AT = [0, 2, 7, 14]

/** Tells each church over its capacity what it is to be told by now: once, however many look and however often. */
export async function watchCapacity(
  context: Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'log'>,
): Promise<void> {
  const { database, clock, log } = context
  const failures: Error[] = []
  for (const tenantId of await database.withoutTenant(selectFullChurches))
    try {
      await database.withTenant(tenantId, (tx) => tell(tx, context, { tenantId, at: clock.now() }))
    } catch (error) {
      log.error({ err: error }, 'a church could not be told that it is over its capacity; the next one is')
      failures.push(new Error('A church could not be told', { cause: error }))
    }
  if (failures[0]) throw failures[0]
}

async function tell(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { tenantId, at }: { tenantId: string; at: Date },
): Promise<void> {
  const church = await selectStanding(tx)
  if (!church?.overSince) return
  const { gate, grace } = gateOf(church, at)
  // An expired church has more urgent mails.
  if (gate === 'expired') return
  const { overSince } = church
  const daysLeft = TOLD_AT.find((days) => (grace?.daysLeft ?? 0) <= days) ?? 0
  if (!(await claimNotice(tx, { tenantId, overSince, daysLeft, at }))) return
  for (const accountId of await selectKeepers(tx, tenantId))
    await enqueue(tx, sendCapacityMailJob, { tenantId, accountId, overSince: overSince.toISOString() })
}

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
