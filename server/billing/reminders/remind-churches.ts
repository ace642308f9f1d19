import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { daysBetween } from '../../platform/runtime/index.ts'
import { selectKeeper, selectKeepers } from '../keepers/index.ts'
import { isDaytime, readComingCharge, todayIn } from '../renewal/index.ts'
import { holdEnd, selectSubscription } from '../subscription/index.ts'
import { reminderDue } from './milestones.ts'
import { reminderMail } from './reminder-mail.ts'
import { claimReminder, selectNearExpiry } from './reminder-store.ts'

/** Looks for churches that are to be told of the end of their subscription. */
export const watchExpiryJob = defineJob({ name: 'billing.watch-expiry', payload: z.object({}) })

/** Mails one account that the subscription of its church ends, or has ended. */
export const sendReminderJob = defineJob({
  name: 'billing.expiry-mail',
  payload: z.object({ tenantId: z.uuid(), accountId: z.uuid(), expiresOn: z.string() }),
  // A mail server that is away for longer makes it old: what it would say then is said by the next one.
  options: { retryLimit: 100 },
})

type Doors = Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'log'>

/** Tells each church what it is to be told by now: once, however many look and however often. */
export async function remindChurches(context: Doors): Promise<void> {
  const { database, clock, log } = context
  for (const tenantId of await database.withoutTenant((tx) => selectNearExpiry(tx, clock.now())))
    await remindChurch(context, tenantId).catch((error: unknown) =>
      log.error({ err: error, tenantId }, 'a church could not be told that its subscription ends; the next one is'),
    )
}

async function remindChurch({ database, clock, enqueue }: Doors, tenantId: string): Promise<void> {
  await database.withTenant(tenantId, async (tx) => {
    const subscription = await selectSubscription(tx, tenantId)
    if (!subscription) return
    const at = clock.now()
    const { expiresOn, timeZone } = subscription
    const today = todayIn(timeZone, at)
    const day = reminderDue(expiresOn, today.day)
    if (day === null || !isDaytime(today.hour)) return
    if (!(await claimReminder(tx, { tenantId, expiresOn, day }, at))) return
    for (const accountId of await selectKeepers(tx, tenantId))
      await enqueue(tx, sendReminderJob, { tenantId, accountId, expiresOn })
  })
}

type Wanted = { tenantId: string; accountId: string; expiresOn: string }

/**
 * As it stands when it is sent: nothing once a payment has moved the end, whatever race, for the end is held until the mail
 * server has the mail, and whoever is settling waits so long; nothing to who no longer keeps the church's money; and nothing
 * old.
 */
export async function sendReminder({ database, clock, config, sendMail }: AppContext, wanted: Wanted): Promise<void> {
  const { tenantId, accountId, expiresOn } = wanted
  await database.withTenant(tenantId, async (tx) => {
    // First: whoever settles locks in this order too.
    if (!(await holdEnd(tx, tenantId, expiresOn))) return
    const keeper = await selectKeeper(tx, tenantId, accountId)
    const subscription = await selectSubscription(tx, tenantId)
    if (!keeper || !subscription) return
    const { timeZone, planId } = subscription
    const today = todayIn(timeZone, clock.now()).day
    if (reminderDue(expiresOn, today) === null) return
    const charge = await readComingCharge(tx, { tenantId, expiresOn, timeZone })
    const daysLeft = daysBetween(today, expiresOn)
    const about = { keeper, expiresOn, daysLeft, isTrial: planId === null, charge, publicUrl: config.publicUrl }
    await sendMail(reminderMail(about))
  })
}
