import type { walkIn as call } from '#contract/checkin/walk-in.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { announcement } from '../../platform/announcements.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { checkInChildren, type CheckedIn, labelsOf } from './check-in.ts'
import { eventOf, eventOfToday, stationOf, type Desk } from './desk.ts'
import { familiesOfPhone } from './find-families.ts'
import { stationFamilies } from './station-families.ts'
import { familyRoles } from '#contract/people/families.ts'
import { audit } from '../../identity/index.ts'
import { addFamily, addPersons, checkPerson, type NewPerson, type PersonFields } from '../../people/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { addCare } from '../families/index.ts'

/** Ids only, because what a press was answered is kept for a while: families with this phone, or the one that came. */
type WalkedIn = { known: string[] } | ({ familyId: string } & CheckedIn)

type Body = Received<typeof call>['body']

/** A family came that nobody knew: its people were added. */
export const walkedIn = announcement<{ parentId: string; childIds: string[]; at: Date }>()

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

export type WalkIn = Pick<Received<typeof call>['body'], 'parent' | 'children'>

const genders: Readonly<Record<number, 'male' | 'female'>> = {
  [familyRoles.father]: 'male',
  [familyRoles.mother]: 'female',
}

/** Adds a family from the short form of the door: parent, children, allergies. Throws `invalid_input` by field. */
export async function makeWalkIn(
  tx: Tx,
  desk: Desk,
  { parent, children }: WalkIn,
): Promise<{ familyId: string; parentId: string; childIds: string[] }> {
  const { tenantId, actor, at } = desk
  const people = [
    personAt(desk, 'parent', { ...parent, gender: genders[parent.role] ?? null }),
    ...children.map(({ firstName, lastName, years }, index) =>
      personAt(desk, `children.${index}`, { firstName, lastName, birthYear: birthYear(desk, years) }),
    ),
  ]
  const ids = await addPersons(tx, tenantId, people, at)
  const [parentId = '', ...childIds] = ids
  for (const id of ids)
    await audit(tx, tenantId, actor, { act: 'person.added', subjectId: id, details: { groups: 0 }, at })
  const members = [
    { personId: parentId, role: parent.role },
    // Son or daughter is asked with the rest: until then the child is a ward of the one who brings it.
    ...childIds.map((personId) => ({ personId, role: familyRoles.ward })),
  ]
  const name = people[0]?.lastName || people[0]?.firstName || ''
  const family = await addFamily(tx, desk, { name, email: null, homePhone: null, address: null, members })
  for (const [index, personId] of childIds.entries()) {
    const notes = [{ kind: 'allergy', name: children[index]?.allergy ?? '', instruction: '' } as const]
    await addCare(tx, tenantId, { personId, notes, at })
  }
  await walkedIn.announce(tx, { parentId, childIds, at })
  return { familyId: family.id, parentId, childIds }
}

type Known = Pick<PersonFields, 'firstName' | 'lastName'> & Partial<PersonFields>

/** Somebody who is here for the first time. Faults are named by the field of the form. */
function personAt(
  desk: Desk,
  part: string,
  { firstName, lastName, phone = null, gender = null, birthYear: year = null }: Known,
): NewPerson {
  const joinedOn = dayIn(desk.timeZone, desk.at)
  const unknown = { email: null, maritalStatus: null, birthDay: null, birthMonth: null, address: null } as const
  try {
    return checkPerson(
      { ...unknown, firstName, lastName, phone, gender, birthYear: year, kind: 'first_timer', joinedOn },
      desk,
    )
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([name, fault]): [string, string] => [`${part}.${name}`, fault])
    throw new ApiError('invalid_input', { fields: Object.fromEntries(fields) })
  }
}

/** About: whoever is five may be born in either of two years. */
const birthYear = ({ timeZone, at }: Desk, years: number | null): number | null =>
  years === null ? null : Number(dayIn(timeZone, at).slice(0, 4)) - years
