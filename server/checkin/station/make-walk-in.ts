import type { walkIn } from '#contract/checkin/walk-in.ts'
import type { Received } from '#contract/endpoint.ts'
import { familyRoles } from '#contract/people/families.ts'
import { audit } from '#server/identity/index.ts'
import { addFamily, addPersons, checkPerson, type NewPerson, type PersonFields } from '#server/people/index.ts'
import { dayIn } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { replaceCare } from '../family/care-store.ts'
import { cleanCare } from './clean-care.ts'
import type { Desk } from './desk.ts'

export type WalkIn = Pick<Received<typeof walkIn>['body'], 'parent' | 'children'>

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
    const notes = cleanCare([{ kind: 'allergy', name: children[index]?.allergy ?? '', instruction: '' }])
    await replaceCare(tx, tenantId, { personId, notes, at })
  }
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
