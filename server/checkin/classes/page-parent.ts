import { randomUUID } from 'node:crypto'
import type { Roster } from '#contract/checkin/classes.ts'
import { sendNotice, sendPush } from '#server/messaging/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { recordCustody } from '../custody/record-custody.ts'
import type { Desk } from '../station/desk.ts'
import { callText } from './call-text.ts'
import { ANSWER_SECONDS } from './follow-call.ts'
import { followCallJob } from './follow-job.ts'
import { insertPage, lockPagedChild, selectLastPage, type CallSms, type PagedChild } from './page-store.ts'
import { classOf, readRoster } from './read-roster.ts'

const ONCE_IN_SECONDS = 60
/** A phone that is out of reach for longer need not ring any more: the child has gone home, or the SMS has arrived. */
const RINGS_FOR_MS = 10 * 60 * 1000

type Paging = { classId: string; personId: string; accountId: string; churchName: string }

/**
 * Asks the parents of a child to come to its class: at their portal and on the devices of all of them who may come, and by
 * SMS to the first, when nobody answers there or nobody has a device. No message names the child. Throws `not_found` and,
 * more than once a minute, `too_many_tries`.
 */
export async function pageParent(
  tx: Tx,
  desk: Desk,
  { personId, accountId, churchName, ...paging }: Paging,
): Promise<Roster> {
  const { tenantId, secretKey, at } = desk
  const { classId, className, eventId } = await classOf(tx, paging.classId)
  const child = await lockPagedChild(tx, { classId, personId })
  if (!child) throw new ApiError('not_found')
  await refuseTooSoon(tx, { classId, personId, at })
  const id = randomUUID()
  const sms = await call(tx, desk, { id, child, about: `call ${classId} ${personId}`, churchName, className })
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
async function call(tx: Tx, desk: Desk, { id, child, about, churchName, className }: Calling): Promise<CallSms> {
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
