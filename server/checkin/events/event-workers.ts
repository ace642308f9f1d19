import type { AppContext } from '../../platform/app-context.ts'
import { defineJob, jobWorker, type JobWorker, type Queue, type Job } from '../../platform/jobs/index.ts'
import { makeAllDays } from './add-event.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { shareEvents } from './place-store.ts'
import { freePlaces, tellMovedUpJob } from './places.ts'
import {
  findFreedClasses,
  isAnyIn,
  selectRegistrations,
  selectNotified,
  type NotifiedFamily,
} from './notified-store.ts'
import { spacedCode } from '#contract/checkin/codes.ts'
import { sendNotice, sendPush } from '../../messaging/index.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { renderEmail } from '../../platform/mail/index.ts'
import { shortName } from './passes.ts'
import { z } from 'zod/mini'

/** Sees to it that every family of a cancelled event is told, each by a job of its own. */
export const tellCancelledJob = defineJob({
  name: 'checkin.tell-cancelled',
  payload: z.object({ tenantId: z.uuid(), eventId: z.uuid() }),
})

/** Tells one family that its event was cancelled. */
const tellFamilyCancelledJob = defineJob({
  name: 'checkin.tell-family-cancelled',
  payload: z.object({ tenantId: z.uuid(), registrationId: z.uuid(), untaken: z.optional(z.boolean()) }),
})

/** Moves up whoever waits for a place that became free where nobody looked at the line. */
const sweepWaitingJob = defineJob({ name: 'checkin.sweep-waiting', payload: z.object({}) })

/** Makes the days of repeating services ahead. */
const makeDaysJob = defineJob({ name: 'checkin.make-days', payload: z.object({}) })

type Telling = Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'sendMail' | 'config'>
/** `push` stands on locked screens: it holds no code. */
type Words = { subject: string; text: string; push: string }

type MovedUpFamily = {
  tenantId: string
  registrationId: string
  askedBy: string | null
  personIds: string[]
  reference: string
  /** No device took it. */
  untaken?: boolean | undefined
}

/** Tells a family that a place became free for somebody of it, unless it was given up meanwhile. No child is named. */
export function tellMovedUp(context: Telling, family: MovedUpFamily): Promise<void> {
  const { tenantId, registrationId, askedBy, personIds, reference, untaken = false } = family
  const otherwise = { job: tellMovedUpJob, payload: { ...family, untaken: true } }
  const whom = { tenantId, registrationId, personId: askedBy, movedUp: personIds, reference, untaken }
  return tell(context, { whom, otherwise }, (told) => {
    const news = `someone in your family now has a place at ${shortName(told.eventName)}.`
    return {
      subject: `You have a place: ${told.eventName}`,
      text: `Good news: ${news} Your check-in code is ${spacedCode(told.code)}.`,
      push: `Good news: ${news} Your pass is ready.`,
    }
  })
}

type CancelledFamily = { tenantId: string; registrationId: string; untaken?: boolean | undefined }

/** Tells a family that its event was cancelled. */
export function tellFamilyCancelled(context: Telling, family: CancelledFamily): Promise<void> {
  const { tenantId, registrationId, untaken = false } = family
  const otherwise = { job: tellFamilyCancelledJob, payload: { ...family, untaken: true } }
  // An event is cancelled once: the registration's own id names the message.
  const whom = { tenantId, registrationId, personId: null, movedUp: null, reference: registrationId, untaken }
  return tell(context, { whom, otherwise }, (told) => {
    const news = `${shortName(told.eventName)} on ${dayText(told)} has been cancelled.`
    return { subject: `Cancelled: ${told.eventName}`, text: `${news} ${shortName(told.churchName)}`, push: news }
  })
}

/** Puts a job for each family of a cancelled event in the queue, all in one transaction. */
async function tellCancelled(
  { database, enqueue }: Pick<AppContext, 'database' | 'enqueue'>,
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
  context: Telling,
  { whom, otherwise }: News<Payload>,
  wordsOf: (told: NotifiedFamily) => Words,
): Promise<void> {
  const { database, clock, enqueue, sendMail, config } = context
  const { tenantId, registrationId, movedUp, reference } = whom
  const at = clock.now()
  const left = await database.withTenant(tenantId, async (tx) => {
    const told = await selectNotified(tx, registrationId, whom.personId)
    if (!told || told.endsAt <= at) return null
    if (movedUp && (told.isCancelled || !(await isAnyIn(tx, registrationId, movedUp)))) return null
    const words = wordsOf(told)
    const push = { ...pushOf(told, words), tenantId, about: `registration ${registrationId}`, reference, otherwise }
    if (!whom.untaken && (await sendPush(tx, enqueue, push, at))) return null
    return (await isTexted(tx, context, { tenantId, told, text: words.text, reference, at })) ? null : told
  })
  if (!left?.email) return
  const { subject, text } = wordsOf(left)
  const button = { title: 'View your events', link: `${config.publicUrl}${EVENTS}` }
  await sendMail(renderEmail({ to: left.email, subject, paragraphs: [text], button }))
}

const EVENTS = '/checkin/events'

const pushOf = ({ personId, churchName, endsAt }: NotifiedFamily, { push }: Words) => ({
  personIds: personId ? [personId] : [],
  title: churchName,
  body: push,
  path: EVENTS,
  expiresAt: endsAt,
})

async function isTexted(
  tx: Tx,
  { enqueue }: Telling,
  {
    told: { phone, isoCode },
    ...notice
  }: { tenantId: string; told: NotifiedFamily; text: string; reference: string; at: Date },
): Promise<boolean> {
  return phone !== null && (await sendNotice(tx, enqueue, { ...notice, isoCode, phone }, notice.at)) === 'sent'
}

const dayText = ({ startsAt, timeZone }: NotifiedFamily): string =>
  new Date(`${wallTime(timeZone, startsAt).slice(0, 10)}T00:00:00Z`).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })

/** Moves up whoever waits for a place that is free already, in every church: erased children and the like give places back unseen. */
export async function sweepWaiting(context: Pick<AppContext, 'database' | 'clock' | 'enqueue' | 'log'>): Promise<void> {
  const { database, clock, enqueue } = context
  const at = clock.now()
  const freed = await database.withoutTenant((tx) => findFreedClasses(tx, at))
  const churches = Map.groupBy(freed, (one) => one.tenantId)
  await oneByOne(context, churches, async ([tenantId, classes]) => {
    const classIds = classes.map(({ classId }) => classId)
    await database.withTenant(tenantId, async (tx) => {
      await shareEvents(tx, classIds)
      await freePlaces(tx, enqueue, { tenantId, classIds, at })
    })
  })
}

export const eventQueues: Queue[] = [
  tellMovedUpJob,
  tellCancelledJob,
  tellFamilyCancelledJob,
  sweepWaitingJob,
  makeDaysJob,
]

/** What goes on about events in the background. */
export const eventWorkers = (context: AppContext): JobWorker[] => [
  jobWorker({ job: tellMovedUpJob, handler: (told) => tellMovedUp(context, told), concurrency: 2 }),
  jobWorker({ job: tellCancelledJob, handler: (told) => tellCancelled(context, told), concurrency: 1 }),
  jobWorker({ job: tellFamilyCancelledJob, handler: (told) => tellFamilyCancelled(context, told), concurrency: 2 }),
  jobWorker({ job: sweepWaitingJob, handler: () => sweepWaiting(context), concurrency: 1, cron: '* * * * *' }),
  jobWorker({ job: makeDaysJob, handler: () => makeAllDays(context), concurrency: 1, cron: '10 2 * * *' }),
]
