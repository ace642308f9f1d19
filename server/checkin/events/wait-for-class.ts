import type { waitForClass as call } from '#contract/checkin/registration.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { checkChildren, keepRegistration, lowered, registrationState } from './register-family.ts'
import type { Registrar } from './register-own.ts'
import { selectChildrenOfEvent, type Wanted } from './child-store.ts'
import { lockClasses, insertWaiting, leaveOtherLines, selectPlace } from './place-store.ts'
import { lookAtEvent } from './registration-store.ts'
import { ownFamily } from '../families/index.ts'

/**
 * Puts one of the own family on the waiting list of a full class, or in the class when there is a place after all. The
 * family has its registration and code from now on, so that moving up needs nothing but the place. Whom
 * `first` names gets a place in the class before, or nothing is done at all. Throws like `registerFamily`, and `invalid_input` for who has a place in another class: nobody gives that up unseen.
 */
export async function waitForClass(
  tx: Tx,
  { personId: askedBy, ...registrar }: Registrar,
  { eventId, first = [], ...chosen }: Wanted & { eventId: string; first?: string[] | undefined },
): Promise<Answer<typeof call>> {
  const { tenantId, at } = registrar
  const wanted = lowered(chosen)
  const { personId, classId } = wanted
  const { familyId } = await ownFamily(tx, askedBy)
  const event = await lookAtEvent(tx, eventId, { familyId })
  if (!event) throw new ApiError('not_found')
  if (registrationState(event, at) !== 'open') throw new ApiError('registration_closed')
  const ahead = first.map((id) => lowered({ ...wanted, personId: id }))
  checkChildren(event, [wanted, ...ahead])
  const registering = { ...registrar, eventId, familyId, broughtBy: askedBy }
  const { registrationId } = await keepRegistration(tx, { ...registering, children: [] }, event)
  const registered = { ...event, registration: { id: registrationId, code: '' } }
  await leaveOtherLines(tx, { eventId, personId, classId })
  // Classes that they leave are locked together with this one, in the order of all.
  if (ahead.length > 0) await keepRegistration(tx, { ...registering, children: ahead }, registered)
  // From here on nobody moves up, this person neither, and no place of the class becomes free unseen.
  const [one] = await lockClasses(tx, [classId])
  const [standing] = await selectChildrenOfEvent(tx, eventId, [personId])
  if (standing?.classId === classId) return { outcome: 'registered', place: null }
  if (standing)
    throw new ApiError('invalid_input', { fields: { personId: 'Already has a place in another class at this event.' } })
  if (one && hasPlace(one)) {
    await keepRegistration(tx, { ...registering, children: [wanted] }, registered)
    return { outcome: 'registered', place: null }
  }
  await insertWaiting(tx, { tenantId, eventId, classId, personId, familyId, askedBy }, at)
  return { outcome: 'waiting', place: await selectPlace(tx, eventId, personId) }
}

const hasPlace = ({ capacity, taken, leased }: { capacity: number | null; taken: number; leased: number }): boolean =>
  capacity === null || taken + leased < capacity
