import type { AppContext } from '../platform/app-context.ts'
import { churchPlans, type ChurchPlan } from './church-plans.ts'
import { keepCheckinAlive } from './checkin/open-day.ts'
import { isThere, countUnitsKept, findSender, type DemoSend } from './demo-store.ts'
import { grantUnits } from '../billing/index.ts'
import { audienceOf, footerOf, sendSms } from '../messaging/index.ts'
import { dayIn, instantOf } from '../platform/runtime/index.ts'
import type { Tx } from '../platform/database/index.ts'

const MINUTE_MS = 60_000

type DemoMessage = { minutesAgo: number; group: string | null; text: string }

const messages: DemoMessage[] = [
  {
    minutesAgo: 95,
    group: 'Choir',
    text: 'Choir practice is at 5 PM today in the main hall. Please bring your folders.',
  },
  {
    minutesAgo: 60,
    group: 'New converts',
    text: 'Dear #name#, the believers’ class begins on Sunday at 8 AM. We have kept you a seat.',
  },
  {
    minutesAgo: 35,
    group: null,
    text: 'Midweek service is today at 6 PM, 14 Allen Avenue, Ikeja. Come and bring a friend.',
  },
  {
    minutesAgo: 10,
    group: 'Ushers',
    text: 'Dear #name#, ushers meet at 7:30 AM on Sunday for the Family Thanksgiving Service.',
  },
]

/**
 * Sends a few messages of the first demo church, through the sandbox like any other, on each day on which it has sent none;
 * to everybody on the first day only. Their units are given on top, so that the church keeps what its plan says.
 */
async function sendDemoMessages({ database, enqueue, clock, config: { publicUrl } }: AppContext): Promise<void> {
  const plan = churchPlans[0] as ChurchPlan
  const at = clock.now()
  await database.withTenant(plan.tenantId, async (tx) => {
    const midnight = instantOf(plan.timeZone, `${dayIn(plan.timeZone, at)}T00:00`) ?? at
    const send = await findSender(tx, midnight)
    if (!send || send.hasSentToday) return
    const today = messages.filter(({ group }) => group !== null || !send.hasSent)
    for (const message of today) await sendOne(tx, enqueue, { plan, send, message, at, midnight, publicUrl })
  })
}

type Sending = { plan: ChurchPlan; send: DemoSend; message: DemoMessage; at: Date; midnight: Date; publicUrl: string }

async function sendOne(
  tx: Tx,
  enqueue: AppContext['enqueue'],
  { plan, send, message, at, midnight, publicUrl }: Sending,
): Promise<void> {
  const groupId = send.groups.find(({ name }) => name === message.group)?.id
  const destination = groupId ? { groupIds: [groupId] } : { allContacts: true }
  const sender = { tenantId: plan.tenantId, accountId: send.accountId, isoCode: plan.isoCode }
  // A day that is young begins with all of them.
  const sentAt = new Date(Math.max(at.getTime() - message.minutesAgo * MINUTE_MS, midnight.getTime()))
  const audience = await audienceOf(destination, plan.isoCode)
  // By the route that delivers at any hour, for whoever looks at the demo at night.
  const way = { gateWayToUse: 'hostedsms', quotedUnits: null }
  const text = { message: message.text, footer: await footerOf(tx, { publicUrl, wanted: undefined }) }
  const input = { senderId: send.mask, audience, ...text, ...way }
  const { id } = await sendSms(tx, enqueue, { ...sender, at: sentAt }, input)
  const units = await countUnitsKept(tx, id)
  await grantUnits(tx, plan.tenantId, { units, reference: `demo:${id}`, at: sentAt })
}

/** How often a demo that runs for days looks whether something has to be made anew. */
const LOOK_MS = 60_000

/**
 * Makes what is missing for a demo to be alive now: an event that is open, two to come, messages of today. Where it is
 * there already nothing is done.
 */
export async function makeAlive(context: AppContext): Promise<void> {
  const { database, clock, config } = context
  for (const { tenantId, timeZone, hasCheckin } of churchPlans) {
    const church = { tenantId, timeZone, secretKey: config.secretKey, at: clock.now() }
    if (hasCheckin)
      await database.withTenant(tenantId, async (tx) => {
        if (await isThere(tx)) await keepCheckinAlive(tx, church)
      })
  }
  await sendDemoMessages(context)
}

export type KeptAlive = {
  /** Looks now: the clock was moved. */
  look: () => Promise<void>
  stop: () => Promise<void>
}

/** Makes the demo alive now and keeps it so, behind the back of whoever started it: a start does not wait for it. */
export function keepAlive(context: AppContext): KeptAlive {
  let looking = Promise.resolve()
  const look = (): Promise<void> => {
    looking = looking
      .then(() => makeAlive(context))
      .catch((error: unknown) => context.log.warn({ err: error }, 'The demo could not be brought up to date.'))
    return looking
  }
  const behind = (): void => void look().catch(() => {})
  behind()
  const timer = setInterval(behind, LOOK_MS)
  return {
    look,
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}
