import type { Roster } from '#contract/checkin/classes.ts'
import { sendNotice } from '#server/messaging/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { recordCustody } from '../custody/record-custody.ts'
import type { Desk } from '../station/desk.ts'
import { insertPage, lockPagedChild } from './page-store.ts'
import { classOf, readRoster } from './read-roster.ts'

const ONCE_IN_SECONDS = 60

type Paging = { classId: string; personId: string; accountId: string; churchName: string }

/**
 * Asks the parents of a child to come to its class: at their portal, and by SMS to whoever registered the child, else to
 * the first parent. The message does not name the child. Throws `not_found` and, more than once a minute, `too_many_tries`.
 */
export async function pageParent(
  tx: Tx,
  desk: Desk,
  { personId, accountId, churchName, ...paging }: Paging,
): Promise<Roster> {
  const { tenantId, secretKey, isoCode, enqueue, at } = desk
  const { classId, className, eventId } = await classOf(tx, paging.classId)
  const child = await lockPagedChild(tx, { classId, personId })
  if (!child) throw new ApiError('not_found')
  const { phone, registrationId, lastPageAt } = child
  const seconds = lastPageAt ? (at.getTime() - lastPageAt.getTime()) / 1000 : ONCE_IN_SECONDS
  if (seconds < ONCE_IN_SECONDS)
    throw new ApiError('too_many_tries', { retryAfter: Math.max(1, Math.ceil(ONCE_IN_SECONDS - seconds)) })
  const text = `${churchName}: please come to the class ${className}.`
  const sms = phone ? await sendNotice(tx, enqueue, { tenantId, isoCode, phone, text }, at) : 'no_phone'
  await insertPage(tx, { tenantId, eventId, classId, personId, accountId, sms, at })
  const roster = await readRoster(tx, classId)
  await recordCustody(tx, { tenantId, secretKey, eventId, at }, [
    { act: 'parent_called', actor: desk.custody, personId, registrationId, classId },
  ])
  return roster
}
