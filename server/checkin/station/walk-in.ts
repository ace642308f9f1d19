import type { walkIn as call } from '#contract/checkin/walk-in.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { checkInChildren } from './check-in-children.ts'
import type { CheckedIn } from './check-in.ts'
import { stationOf, type Desk } from './desk.ts'
import { eventOf, eventOfToday } from './event-day.ts'
import { labelsOf } from './labels.ts'
import { familiesOfPhone } from './look-for.ts'
import { makeWalkIn, type WalkIn } from './make-walk-in.ts'
import { stationFamilies } from './station-families.ts'

/** Ids only, because what a press was answered is kept for a while: families with this phone, or the one that came. */
export type WalkedIn = { known: string[] } | ({ familyId: string } & CheckedIn)

type Body = Received<typeof call>['body']

/**
 * A family that nobody knows yet: adds and registers it and checks its children in. Where its phone is known those families
 * are answered instead, until somebody says that it is none of them. Throws `invalid_input` by field, `not_found`,
 * `not_today`, `class_full`, `class_removed`.
 */
export async function walkIn(tx: Tx, desk: Desk, body: Body): Promise<WalkedIn> {
  const { eventId, parent, isNew } = body
  const stationId = await stationOf(tx, body.stationId)
  await eventOfToday(tx, { ...desk, eventId })
  const known = isNew || !parent.phone ? [] : await familiesOfPhone(tx, parent.phone, desk.isoCode)
  if (known.length > 0) return { known }
  const { familyId, parentId, childIds } = await makeWalkIn(tx, desk, body)
  const children = childIds.map((personId, index) => ({ personId, classId: classOf(body, index) }))
  const { registrationId } = await checkInChildren(tx, {
    ...desk,
    actor: desk.custody,
    eventId,
    familyId,
    children,
    broughtBy: parentId,
    stationId,
  })
  return { familyId, registrationId, personIds: childIds }
}

/** What is shown of it, read when it is shown. */
export async function showWalkIn(
  tx: Tx,
  { at }: Pick<Desk, 'at'>,
  eventId: string,
  walked: WalkedIn,
): Promise<Answer<typeof call>> {
  if ('known' in walked) {
    const event = await eventOf(tx, eventId)
    return { known: await stationFamilies(tx, { event, familyIds: walked.known }), labels: null, familyId: null }
  }
  const { familyId, ...checkedIn } = walked
  return { known: [], labels: await labelsOf(tx, { ...checkedIn, at }), familyId }
}

function classOf({ children }: WalkIn & Body, index: number): string {
  const child = children[index]
  if (!child) throw new ApiError('invalid_input')
  return child.classId
}
