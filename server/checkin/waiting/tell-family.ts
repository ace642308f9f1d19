import { spacedCode } from '#contract/checkin/codes.ts'
import { sendNotice, sendPush } from '#server/messaging/index.ts'
import { wallTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Job } from '#server/platform/jobs/index.ts'
import { letter } from '#server/platform/mail/index.ts'
import { shortName } from '../passes/short-name.ts'
import { tellFamilyCancelledJob, tellMovedUpJob } from './jobs.ts'
import { isAnyIn, selectRegistrations, selectTold, type Told } from './told-store.ts'

type Telling = Pick<House, 'database' | 'clock' | 'enqueue' | 'sendMail' | 'config'>
/** `push` stands on locked screens: it holds no code. */
type Words = { subject: string; text: string; push: string }

export type MovedUpFamily = {
  tenantId: string
  registrationId: string
  askedBy: string | null
  personIds: string[]
  reference: string
  /** No device took it. */
  untaken?: boolean | undefined
}

/** Tells a family that a place became free for somebody of it, unless it was given up meanwhile. No child is named. */
export function tellMovedUp(house: Telling, family: MovedUpFamily): Promise<void> {
  const { tenantId, registrationId, askedBy, personIds, reference, untaken = false } = family
  const otherwise = { job: tellMovedUpJob, payload: { ...family, untaken: true } }
  const whom = { tenantId, registrationId, personId: askedBy, movedUp: personIds, reference, untaken }
  return tell(house, { whom, otherwise }, (told) => {
    const news = `someone in your family now has a place at ${shortName(told.eventName)}.`
    return {
      subject: `You have a place: ${told.eventName}`,
      text: `Good news: ${news} Your check-in code is ${spacedCode(told.code)}.`,
      push: `Good news: ${news} Your pass is ready.`,
    }
  })
}

export type CancelledFamily = { tenantId: string; registrationId: string; untaken?: boolean | undefined }

/** Tells a family that its event was cancelled. */
export function tellFamilyCancelled(house: Telling, family: CancelledFamily): Promise<void> {
  const { tenantId, registrationId, untaken = false } = family
  const otherwise = { job: tellFamilyCancelledJob, payload: { ...family, untaken: true } }
  // An event is cancelled once: the registration's own id names the message.
  const whom = { tenantId, registrationId, personId: null, movedUp: null, reference: registrationId, untaken }
  return tell(house, { whom, otherwise }, (told) => {
    const news = `${shortName(told.eventName)} on ${dayText(told)} has been cancelled.`
    return { subject: `Cancelled: ${told.eventName}`, text: `${news} ${shortName(told.churchName)}`, push: news }
  })
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
  untaken: boolean
}

type News<Payload extends object> = { whom: Whom; otherwise: { job: Job<Payload>; payload: Payload } }

/**
 * To the devices of whoever is told; where there are none, or none took it, by SMS; and where there is no phone, no sender
 * or no units, by mail. The portal shows it all the same.
 */
async function tell<Payload extends object>(
  house: Telling,
  { whom, otherwise }: News<Payload>,
  wordsOf: (told: Told) => Words,
): Promise<void> {
  const { database, clock, enqueue, sendMail, config } = house
  const { tenantId, registrationId, movedUp, reference } = whom
  const at = clock.now()
  const left = await database.withTenant(tenantId, async (tx) => {
    const told = await selectTold(tx, registrationId, whom.personId)
    if (!told || told.endsAt <= at) return null
    if (movedUp && (told.isCancelled || !(await isAnyIn(tx, registrationId, movedUp)))) return null
    const words = wordsOf(told)
    const push = { ...pushOf(told, words), tenantId, about: `registration ${registrationId}`, reference, otherwise }
    if (!whom.untaken && (await sendPush(tx, enqueue, push, at))) return null
    return (await isTexted(tx, house, { tenantId, told, text: words.text, reference, at })) ? null : told
  })
  if (!left?.email) return
  const { subject, text } = wordsOf(left)
  const button = { title: 'View your events', link: `${config.publicUrl}${EVENTS}` }
  await sendMail(letter({ to: left.email, subject, paragraphs: [text], button }))
}

const EVENTS = '/checkin/events'

const pushOf = ({ personId, churchName, endsAt }: Told, { push }: Words) => ({
  personIds: personId ? [personId] : [],
  title: churchName,
  body: push,
  path: EVENTS,
  expiresAt: endsAt,
})

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
