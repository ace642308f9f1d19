import { spacedCode } from '#contract/checkin/codes.ts'
import { sendNotice } from '#server/messaging/index.ts'
import { wallTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { letter } from '#server/platform/mail/index.ts'
import { shortName } from '../passes/short-name.ts'
import { tellFamilyCancelledJob } from './jobs.ts'
import { isAnyIn, selectRegistrations, selectTold, type Told } from './told-store.ts'

type Telling = Pick<House, 'database' | 'clock' | 'enqueue' | 'sendMail' | 'config'>
type Words = { subject: string; text: string }

export type MovedUpFamily = {
  tenantId: string
  registrationId: string
  askedBy: string | null
  personIds: string[]
  reference: string
}

/** Tells a family that a place became free for somebody of it, unless it was given up meanwhile. No child is named. */
export function tellMovedUp(
  house: Telling,
  { tenantId, registrationId, askedBy, personIds, reference }: MovedUpFamily,
): Promise<void> {
  return tell(house, { tenantId, registrationId, personId: askedBy, movedUp: personIds, reference }, (told) => ({
    subject: `A place is free: ${told.eventName}`,
    text: `Good news: somebody of your family has come up from the waiting list for ${shortName(told.eventName)}. Your check-in code is ${spacedCode(told.code)}.`,
  }))
}

/** Tells a family that its event was cancelled. */
export function tellFamilyCancelled(
  house: Telling,
  { tenantId, registrationId }: { tenantId: string; registrationId: string },
): Promise<void> {
  // An event is cancelled once: the registration's own id names the message.
  const whom = { tenantId, registrationId, personId: null, movedUp: null, reference: registrationId }
  return tell(house, whom, (told) => ({
    subject: `Cancelled: ${told.eventName}`,
    text: `${shortName(told.eventName)} on ${dayText(told)} was cancelled. You need not come. ${shortName(told.churchName)}`,
  }))
}

/** Puts a job for each family of a cancelled event in the queue, all in one transaction. */
export async function tellCancelled(
  { database, enqueue }: Pick<House, 'database' | 'enqueue'>,
  { tenantId, eventId }: { tenantId: string; eventId: string },
): Promise<void> {
  await database.withTenant(tenantId, async (tx) => {
    for (const registrationId of await selectRegistrations(tx, eventId))
      await enqueue(tx, tellFamilyCancelledJob, { tenantId, registrationId })
  })
}

type Whom = {
  tenantId: string
  registrationId: string
  personId: string | null
  /** Those for whom it is good news; null: it is none. */
  movedUp: string[] | null
  reference: string
}

/** By SMS, and where there is no phone, no sender or no units, by mail. The portal shows it all the same. */
async function tell(house: Telling, whom: Whom, wordsOf: (told: Told) => Words): Promise<void> {
  const { database, clock, sendMail, config } = house
  const at = clock.now()
  const left = await database.withTenant(whom.tenantId, async (tx) => {
    const told = await selectTold(tx, whom.registrationId, whom.personId)
    if (!told || told.endsAt <= at) return null
    const { tenantId, registrationId, movedUp, reference } = whom
    if (movedUp && (told.isCancelled || !(await isAnyIn(tx, registrationId, movedUp)))) return null
    return (await isTexted(tx, house, { tenantId, told, text: wordsOf(told).text, reference, at })) ? null : told
  })
  if (!left?.email) return
  const { subject, text } = wordsOf(left)
  const button = { title: 'See your events', link: `${config.publicUrl}/checkin/events` }
  await sendMail(letter({ to: left.email, subject, paragraphs: [text], button }))
}

async function isTexted(
  tx: Tx,
  { enqueue }: Telling,
  { told: { phone, isoCode }, ...notice }: { tenantId: string; told: Told; text: string; reference: string; at: Date },
): Promise<boolean> {
  return phone !== null && (await sendNotice(tx, enqueue, { ...notice, isoCode, phone }, notice.at)) === 'sent'
}

const dayText = ({ startsAt, timeZone }: Told): string =>
  new Date(`${wallTime(timeZone, startsAt).slice(0, 10)}T00:00:00Z`).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
