import * as calls from '#contract/checkin/classes.ts'
import { answerCall as answerCallCall } from '#contract/checkin/registration.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError } from '../../platform/http/index.ts'
import { deskOf, eventsOfDay, type Desk } from './desk.ts'
import { readRoster, classOf } from './classes/read-roster.ts'
import type { Roster, listClasses as call } from '#contract/checkin/classes.ts'
import type { Tx } from '../../platform/database/index.ts'
import {
  countChildren,
  insertPage,
  lockPagedChild,
  selectLastPage,
  type CallSms,
  type PagedChild,
  answerClass,
} from './classes/roster-store.ts'
import type { Answer } from '#contract/endpoint.ts'
import { randomUUID } from 'node:crypto'
import { sendNotice, sendPush } from '../../messaging/index.ts'
import { recordCustody } from './custody/record-custody.ts'
import { callText, ANSWER_SECONDS, followCallJob } from './classes/follow-call.ts'
import { saveAdults, saveSeen } from '../events/index.ts'
import { ownFamily } from '../families/index.ts'

const ONCE_IN_SECONDS = 60
/** A phone that is out of reach for longer need not ring any more: the child has gone home, or the SMS has arrived. */
const RINGS_FOR_MS = 10 * 60 * 1000

type Paging = { classId: string; personId: string; accountId: string; churchName: string }

/**
 * Asks the parents of a child to come to its class: at their portal and on the devices of all of them who may come, and by
 * SMS to the first, when nobody answers there or nobody has a device. No message names the child. Throws `not_found` and,
 * more than once a minute, `too_many_tries`.
 */
async function pageParent(tx: Tx, desk: Desk, { personId, accountId, churchName, ...paging }: Paging): Promise<Roster> {
  const { tenantId, secretKey, at } = desk
  const { classId, className, eventId } = await classOf(tx, paging.classId)
  const child = await lockPagedChild(tx, { classId, personId })
  if (!child) throw new ApiError('not_found')
  await refuseTooSoon(tx, { classId, personId, at })
  const id = randomUUID()
  const sms = await callPageParent(tx, desk, { id, child, about: `call ${classId} ${personId}`, churchName, className })
  await insertPage(tx, { tenantId, id, eventId, classId, personId, accountId, sms, at })
  const roster = await readRoster(tx, classId)
  await recordCustody(tx, { tenantId, secretKey, eventId, at }, [
    { act: 'parent_called', actor: desk.custody, personId, registrationId: child.registrationId, classId },
  ])
  return roster
}

async function refuseTooSoon(tx: Tx, { at, ...child }: { classId: string; personId: string; at: Date }): Promise<void> {
  const lastPageAt = await selectLastPage(tx, child)
  const seconds = lastPageAt ? (at.getTime() - lastPageAt.getTime()) / 1000 : ONCE_IN_SECONDS
  if (seconds < ONCE_IN_SECONDS)
    throw new ApiError('too_many_tries', { retryAfter: Math.max(1, Math.ceil(ONCE_IN_SECONDS - seconds)) })
}

type Calling = { id: string; child: PagedChild; about: string; churchName: string; className: string }

/** To the devices; by SMS now where there are none. Answers how it stands with the SMS. */
async function callPageParent(
  tx: Tx,
  desk: Desk,
  { id, child, about, churchName, className }: Calling,
): Promise<CallSms> {
  const { tenantId, isoCode, enqueue, at } = desk
  const { personIds, phone } = child
  const follow = { job: followCallJob, payload: { tenantId, pageId: id } }
  const words = {
    title: churchName,
    body: `Your child’s class needs you: ${className}.`,
    path: '/checkin/dashboard',
    about,
  }
  const expiresAt = new Date(at.getTime() + RINGS_FOR_MS)
  const push = { tenantId, personIds, ...words, reference: id, expiresAt, otherwise: follow }
  const isPushed = await sendPush(tx, enqueue, push, at)
  if (phone === null) return 'no_phone'
  if (isPushed) {
    await enqueue(tx, follow.job, follow.payload, { startAfter: ANSWER_SECONDS })
    return 'follows'
  }
  const text = callText({ churchName, className })
  return sendNotice(tx, enqueue, { tenantId, isoCode, phone, text, reference: id }, at)
}

/** The classes of today's events, or of the next one. */
async function listClasses(tx: Tx, place: { timeZone: string; at: Date }): Promise<Answer<typeof call>> {
  const { isToday, events } = await eventsOfDay(tx, place)
  const ids = events.flatMap(({ classes }) => classes.map(({ id }) => id))
  const counts = new Map((await countChildren(tx, ids)).map((count) => [count.classId, count]))
  return events.flatMap((event) =>
    event.classes.map(({ id, name }) => ({
      id,
      name,
      eventId: event.id,
      eventName: event.name,
      startsAt: event.startsAt.toISOString(),
      isToday,
      registered: counts.get(id)?.registered ?? 0,
      checkedIn: counts.get(id)?.checkedIn ?? 0,
    })),
  )
}

type Ticking = { classId: string; personId: string; seen: boolean; accountId: string; at: Date }

/** A teacher says that the notes about a child were read, or takes it back. Throws `not_found`. */
async function markSeen(tx: Tx, { classId, personId, seen, accountId, at }: Ticking): Promise<Roster> {
  await classOf(tx, classId)
  const ticked = { classId, personId, accountId: seen ? accountId : null, at: seen ? at : null }
  if (!(await saveSeen(tx, ticked))) throw new ApiError('not_found')
  return readRoster(tx, classId)
}

/** How many adults are with the class now. Throws `not_found`. */
async function countAdults(tx: Tx, classId: string, adults: number): Promise<Roster> {
  await classOf(tx, classId)
  await saveAdults(tx, classId, adults)
  return readRoster(tx, classId)
}

/** A guardian tells the class that the parent is on the way. Again is the same answer. Throws `not_found`. */
async function answerCall(
  tx: Tx,
  { personId, id, at }: { personId: string; id: string; at: Date },
): Promise<{ answered: true }> {
  const { familyId } = await ownFamily(tx, personId)
  if (!(await answerClass(tx, { id, familyId, at }))) throw new ApiError('not_found')
  return { answered: true }
}

export function classRoutes(serve: Serve, context: AppContext): void {
  serve(calls.listClasses, ({ caller, at, transact }) =>
    transact((tx) => listClasses(tx, { timeZone: caller.church.timeZone, at })),
  )
  serve(calls.readRoster, ({ params, transact }) => transact((tx) => readRoster(tx, params.id)))
  serve(calls.markSeen, ({ params, body, caller, at, transact }) =>
    transact((tx) => markSeen(tx, { classId: params.id, ...body, accountId: caller.accountId, at })),
  )
  serve(calls.countAdults, ({ params, body, transact }) => transact((tx) => countAdults(tx, params.id, body.adults)))
  serve(calls.pageParent, ({ params, body, transact, ...call }) => {
    const { accountId, church } = call.caller
    const paging = { classId: params.id, personId: body.personId, accountId, churchName: church.name }
    return transact((tx) => pageParent(tx, deskOf(context, call), paging))
  })
  serve(answerCallCall, ({ guardian: { personId }, params: { id }, at, transact }) =>
    transact((tx) => answerCall(tx, { personId, id, at })),
  )
}
