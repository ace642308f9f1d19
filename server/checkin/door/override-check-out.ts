import type { overrideCheckOut as call } from '#contract/checkin/station.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { audit } from '../../identity/index.ts'
import { cleanName, cleanText } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { recordCustody } from './custody/record-custody.ts'
import { stationOf, type Desk } from './desk.ts'
import { leavingChildren } from './release-children.ts'
import { selectBans, selectPeopleOf, type Ban, likenessOf, type Likeness } from '../families/index.ts'
import { lockRegistration, markCheckedOut } from '../events/index.ts'

const REASON_MAX_LENGTH = 500

type Body = Received<typeof call>['body']

/**
 * Lets children go home on the word of two of the staff; `secondId` is the account of the second, whose password was right.
 * Never to somebody who is named as not authorised for one of them, by whatever way they are named here. Throws
 * `not_found`, `gone_home`, `not_released` and `like_barred`.
 */
export async function overrideCheckOut(
  tx: Tx,
  desk: Desk,
  { secondId, ...body }: Omit<Body, 'second'> & { secondId: string },
): Promise<Answer<typeof call>> {
  const { tenantId, secretKey, actor, at } = desk
  const eventId = body.eventId.toLowerCase()
  const registration = await lockRegistration(tx, body.registrationId)
  if (registration?.eventId !== eventId) throw new ApiError('not_found')
  const { registrationId, familyId } = registration
  const collectorId = body.collectorId?.toLowerCase() ?? null
  const { here, gone } = await leavingChildren(tx, registration, { childIds: body.childIds, collectorId })
  const alike = await refuseNamed(tx, { ...body, familyId, collectorId, childIds: here, at })
  const left = await markCheckedOut(tx, { registrationId, personIds: here, collectorId, at })
  const about = {
    act: 'released_by_two',
    actor: desk.custody,
    registrationId,
    collectorId,
    secondActorId: secondId,
    stationId: await stationOf(tx, body.stationId),
  } as const
  const reason = cleanText(body.reason, REASON_MAX_LENGTH)
  const details = {
    reason,
    ...(collectorId ? {} : { collector: cleanName(body.collectorName) }),
    ...(alike && { likeBarred: alike }),
  }
  for (const { personId } of left)
    await audit(tx, tenantId, actor, { act: 'child.released_by_two', subjectId: personId, at })
  await recordCustody(
    tx,
    { tenantId, secretKey, eventId, at },
    left.map((child) => ({ ...about, ...child, details })),
  )
  return { released: [...here, ...gone] }
}

/** Asked before anybody's password is. Throws `not_found`, `not_released` and `like_barred`. */
export async function refuseUnknown(tx: Tx, body: Omit<Body, 'second'>, at: Date): Promise<void> {
  const registration = await lockRegistration(tx, body.registrationId)
  if (registration?.eventId !== body.eventId.toLowerCase()) throw new ApiError('not_found')
  const { familyId } = registration
  const collectorId = body.collectorId?.toLowerCase() ?? null
  await refuseNamed(tx, { ...body, familyId, collectorId, at })
}

type Named = {
  familyId: string | null
  collectorId: string | null
  collectorName: string
  isSomebodyElse?: boolean | undefined
  childIds: readonly string[]
  at: Date
}

/**
 * Refuses who is barred for one of the children: by id, or by a name of the same words. Of a name that is only like theirs two
 * of the staff have to say that it is somebody else: answers whom they have told it from; null: nobody.
 */
async function refuseNamed(tx: Tx, { familyId, childIds, at, ...named }: Named): Promise<string | null> {
  const { collectorId, collectorName, isSomebodyElse = false } = named
  const people = familyId ? await selectPeopleOf(tx, [familyId], at) : []
  if (collectorId && !people.some(({ personId }) => personId === collectorId)) throw new ApiError('not_found')
  const here = childIds.map((childId) => ({ childId: childId.toLowerCase(), familyId }))
  const bans = await selectBans(tx, here, at)
  const likeness = (ban: Ban): Likeness => {
    if (collectorId !== null) return ban.personId === collectorId ? 'same' : 'other'
    return likenessOf(collectorName, nameOf(ban))
  }
  const refused = bans.filter((ban) => likeness(ban) === 'same')
  if (refused.length > 0)
    throw new ApiError('not_released', {
      fields: Object.fromEntries(refused.map((ban) => [ban.childId, 'not_authorised'])),
    })
  const alike = bans.filter((ban) => likeness(ban) === 'alike')
  if (alike.length > 0 && !isSomebodyElse)
    throw new ApiError('like_barred', { fields: Object.fromEntries(alike.map((ban) => [ban.childId, nameOf(ban)])) })
  return alike[0]?.personId ?? null
}

const nameOf = ({ firstName, lastName }: Ban): string => `${firstName} ${lastName}`.trim()
