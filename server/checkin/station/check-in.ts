import type { checkIn as call } from '#contract/checkin/station.ts'
import type { Received } from '#contract/endpoint.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { checkInChildren } from './check-in-children.ts'
import { stationOf, type Desk } from './desk.ts'

/** Whose labels are printed: ids only, because what a press was answered is kept for a while. */
export type CheckedIn = { registrationId: string; personIds: string[] }

/**
 * Children of a family arrive: registers who is not and checks them in. A locked station throws `in_class` when it took
 * nobody in: whoever types a family's phone number must not get its code.
 */
export async function checkIn(tx: Tx, desk: Desk, body: Received<typeof call>['body']): Promise<CheckedIn> {
  const stationId = await stationOf(tx, body.stationId)
  const { registrationId, come } = await checkInChildren(tx, {
    ...desk,
    actor: desk.custody,
    eventId: body.eventId,
    familyId: body.familyId,
    children: body.children,
    // Who stands at the door is not known: the code and the tag are theirs.
    broughtBy: null,
    stationId,
  })
  if (desk.selfService && come === 0) throw new ApiError('in_class')
  return { registrationId, personIds: body.children.map(({ personId }) => personId) }
}
