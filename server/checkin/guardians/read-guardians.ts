import type { Guardian } from '#contract/checkin/guardians.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { churchDay } from '../collecting/church-day.ts'
import { selectGrants, selectPeopleOf, type PersonOfFamily, type StoredGrant } from '../collecting/grant-store.ts'
import { permissionOf, termsOf } from './terms.ts'

type Reading = {
  familyId: string
  timeZone: string
  at: Date
  /** Picture and phone of somebody for whoever reads; null: none, or not for them. */
  show: (person: PersonOfFamily) => Pick<Guardian, 'pictureUrl' | 'phone'>
}

/** Guardian 6, Other 7. */
const GUARDING: readonly number[] = [6, 7]

/** Guardians and others of a family, and everybody of whom something was said. */
export async function readGuardians(tx: Tx, { familyId, timeZone, at, show }: Reading): Promise<Guardian[]> {
  const people = await selectPeopleOf(tx, [familyId], at)
  const grants = await selectGrants(tx, [familyId], at)
  const today = churchDay(timeZone, at)
  return people.flatMap((person) => {
    const said = grants.filter(({ personId }) => personId === person.personId)
    if (said.length === 0 && !GUARDING.includes(person.role ?? 0)) return []
    return [{ ...present(person, said), ...show(person), permission: permissionOf(said, today) }]
  })
}

function present(
  { personId, firstName, lastName, gender }: PersonOfFamily,
  said: readonly StoredGrant[],
): Omit<Guardian, 'pictureUrl' | 'phone' | 'permission'> {
  const used = said.flatMap(({ usedAt }) => usedAt?.getTime() ?? [])
  return {
    personId,
    firstName,
    lastName,
    gender,
    terms: termsOf(said),
    usedAt: used.length > 0 ? new Date(Math.max(...used)).toISOString() : null,
    byChurch: said.some(({ addedBy }) => addedBy === 'staff'),
  }
}
