import { randomUUID } from 'node:crypto'
import type { Destination } from '#contract/messaging/sms.ts'
import { audienceOf, saveDraft, scheduleDraft } from '../messaging/index.ts'
import { addDays } from '../platform/runtime/index.ts'
import type { Tx } from '../platform/database/index.ts'
import { systemActor } from '../platform/http/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import type { ChurchPlan } from './church-plans.ts'

const DAY_MS = 86_400_000
const channel = 'sms'

/** Begun some days ago, and not finished. */
const drafts = [
  {
    daysAgo: 5,
    group: null,
    text: 'Dear #name#, our end-of-year thanksgiving is on ',
  },
  {
    daysAgo: 2,
    group: 'Ushers',
    text: 'Ushers, thank you for last Sunday. The new rota is on the notice board. Who can help with parking this month?',
  },
]

const templates = [
  {
    daysAgo: 140,
    title: 'Welcome after a first visit',
    isBirthday: false,
    text: 'Dear #name#, thank you for worshipping with us. We would love to see you again on Sunday at 9 AM. Grace Chapel',
  },
  {
    daysAgo: 90,
    title: 'Birthday',
    isBirthday: true,
    text: 'Happy birthday, #name#! May this year be full of grace. Your family at Grace Chapel',
  },
]

const scheduled = {
  group: 'New converts',
  time: '08:00',
  text: 'Good morning, #name#! We have kept you a seat at the 9 AM service today.',
}

type DraftsOf = {
  plan: ChurchPlan
  owner: { id: string; email: string }
  /** By the names of its groups. */
  groupIds: ReadonlyMap<string, string>
  today: string
  at: Date
  publicUrl: string
}

/** What the owner has begun, keeps to use again, and lets go next Sunday. */
export async function makeDrafts(tx: Tx, enqueue: Enqueue, making: DraftsOf): Promise<void> {
  const { plan, owner, groupIds, today, at, publicUrl } = making
  const { tenantId, isoCode, currency, timeZone } = plan
  const senderId = plan.senders.find(({ state }) => state === 'approved')?.mask ?? ''
  const to = (group: string | null): Destination => {
    const id = group === null ? undefined : groupIds.get(group)
    return id === undefined ? { allContacts: true } : { groupIds: [id] }
  }
  const saver = (daysAgo: number) => ({ tenantId, accountId: owner.id, at: new Date(at.getTime() - daysAgo * DAY_MS) })
  const made = (message: string) => ({ id: randomUUID(), version: 0, channel, content: { senderId, message } }) as const
  for (const { daysAgo, text, group } of drafts)
    await saveDraft(tx, saver(daysAgo), { ...made(text), state: 'draft', destination: to(group) })
  for (const { daysAgo, text, title, isBirthday } of templates)
    await saveDraft(tx, saver(daysAgo), { ...made(text), state: 'template', title, isBirthday, destination: {} })
  const actor = { ...systemActor, kind: 'staff' as const, id: owner.id, name: owner.email }
  const destination = to(scheduled.group)
  const localTime = `${nextSunday(today)}T${scheduled.time}`
  const audience = await audienceOf(destination, isoCode)
  const scheduling = { ...made(scheduled.text), destination, audience, localTime }
  await scheduleDraft(tx, enqueue, { ...saver(0), isoCode, currency, timeZone, actor, publicUrl }, scheduling)
}

/** The first one after today. */
function nextSunday(today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, 7 - weekday)
}
