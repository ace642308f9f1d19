import type { overrideCheckOut as call } from '#contract/checkin/station.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import { cleanName, cleanText, foldText } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { recordCustody } from '../custody/record-custody.ts'
import { lockRegistration, markCheckedOut } from '../station/children-store.ts'
import type { Desk } from '../station/desk.ts'
import { leavingChildren } from '../station/leaving-children.ts'
import { selectBans, selectPeopleOf, type Ban } from './grant-store.ts'

const REASON_MAX_LENGTH = 500

type Body = Received<typeof call>['body']

/**
 * Lets children go home on the word of two of the staff; `secondId` is the account of the second, whose password was right.
 * Never to somebody who is named as not authorised for one of them, by whatever way they are named here. Throws
 * `not_found` and `not_released`.
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
  await refuseNamed(tx, { familyId, collectorId, collectorName: body.collectorName, childIds: here, at })
  const left = await markCheckedOut(tx, { registrationId, personIds: here, collectorId, at })
  const about = {
    act: 'released_by_two',
    actor: desk.custody,
    registrationId,
    collectorId,
    secondActorId: secondId,
  } as const
  const reason = cleanText(body.reason, REASON_MAX_LENGTH)
  const details = collectorId ? { reason } : { reason, collector: cleanName(body.collectorName) }
  for (const { personId } of left)
    await audit(tx, tenantId, actor, { act: 'child.released_by_two', subjectId: personId, at })
  await recordCustody(
    tx,
    { tenantId, secretKey, eventId, at },
    left.map((child) => ({ ...about, ...child, details })),
  )
  return { released: [...here, ...gone] }
}

/** Asked before anybody's password is. Throws `not_found`. */
export async function refuseUnknown(
  tx: Tx,
  { eventId, registrationId }: Pick<Body, 'eventId' | 'registrationId'>,
): Promise<void> {
  const registration = await lockRegistration(tx, registrationId)
  if (registration?.eventId !== eventId.toLowerCase()) throw new ApiError('not_found')
}

type Named = {
  familyId: string | null
  collectorId: string | null
  collectorName: string
  childIds: string[]
  at: Date
}

async function refuseNamed(tx: Tx, { familyId, childIds, at, ...named }: Named): Promise<void> {
  const people = familyId ? await selectPeopleOf(tx, [familyId], at) : []
  if (named.collectorId && !people.some(({ personId }) => personId === named.collectorId))
    throw new ApiError('not_found')
  const bans = await selectBans(
    tx,
    childIds.map((childId) => ({ childId, familyId })),
    at,
  )
  const refused = bans.filter((ban) => isThem(ban, named)).map(({ childId }) => childId)
  if (refused.length > 0)
    throw new ApiError('not_released', { fields: Object.fromEntries(refused.map((id) => [id, 'not_authorised'])) })
}

/** By id, or by a name of the same words. */
function isThem(
  { personId, firstName, lastName }: Ban,
  { collectorId, collectorName }: Pick<Named, 'collectorId' | 'collectorName'>,
): boolean {
  if (collectorId !== null) return personId === collectorId
  return wordsOf(`${firstName} ${lastName}`) === wordsOf(collectorName)
}

const wordsOf = (name: string): string => foldText(name).split(' ').toSorted().join(' ')
