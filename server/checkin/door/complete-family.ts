import type { CareNote } from '#contract/checkin/family.ts'
import type { StationFamily } from '#contract/checkin/station.ts'
import type { completeFamily as call } from '#contract/checkin/walk-in.ts'
import type { Received } from '#contract/endpoint.ts'
import { familyRoles } from '#contract/people/families.ts'
import { audit } from '../../identity/index.ts'
import { changeFamilyRole, editPerson, lockPerson, type PersonFields } from '../../people/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { selectRoles } from './station-family-store.ts'
import { isAtDoor, type Desk } from './desk.ts'
import { stationFamilies } from './station-families.ts'
import { selectLatestEvent } from './day-store.ts'
import { addCare } from '../families/index.ts'

type Body = Received<typeof call>['body']
type Child = Body['children'][number]

const isChild = (role: number | undefined): boolean =>
  role === familyRoles.son || role === familyRoles.daughter || role === familyRoles.ward

/**
 * Adds what was not asked at the door; what is null stays as it is, and so do notes that are there: those sent are
 * added. Only of children of a family
 * that is registered for today: any other is `not_found`. Throws `invalid_input` by field.
 */
export async function completeFamily(tx: Tx, desk: Desk, { familyId, children }: Body): Promise<StationFamily> {
  const event = await selectLatestEvent(tx, familyId)
  if (!event || !isAtDoor(event, desk.timeZone, desk.at)) throw new ApiError('not_found')
  const roles = await selectRoles(tx, familyId)
  // People are locked in the order of their ids, everywhere.
  for (const child of children.toSorted((one, other) =>
    one.personId.toLowerCase() < other.personId.toLowerCase() ? -1 : 1,
  )) {
    const personId = child.personId.toLowerCase()
    const role = roles.get(personId)
    if (!isChild(role)) throw new ApiError('not_found')
    const { isArchived: _archived, pictureId: _picture, ...before } = await lockPerson(tx, personId)
    await editPerson(tx, desk, { id: personId, body: { ...before, ...given(child) } })
    if (role === familyRoles.ward && child.gender) {
      const grown = child.gender === 'male' ? familyRoles.son : familyRoles.daughter
      await changeFamilyRole(tx, desk, { familyId, personId, role: grown })
    }
    await addNotes(tx, desk, { personId, notes: child.care })
  }
  const [family] = await stationFamilies(tx, { event, familyIds: [familyId] })
  if (!family) throw new ApiError('not_found')
  return family
}

/** The person is locked: a parent who writes at the same moment is heard before or after. */
async function addNotes(
  tx: Tx,
  { tenantId, actor, at }: Desk,
  { personId, notes }: { personId: string; notes: CareNote[] },
): Promise<void> {
  if (await addCare(tx, tenantId, { personId, notes, at }))
    await audit(tx, tenantId, actor, { act: 'person.changed', subjectId: personId, details: { fields: ['care'] }, at })
}

function given({ birthDay, birthMonth, birthYear, gender }: Child): Partial<PersonFields> {
  const entries = Object.entries({ birthDay, birthMonth, birthYear, gender }).filter(([, value]) => value !== null)
  return Object.fromEntries(entries)
}
