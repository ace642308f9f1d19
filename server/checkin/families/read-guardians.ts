import type { Guardian, listGuardians as call } from '#contract/checkin/guardians.ts'
import type { Tx } from '../../platform/database/index.ts'
import { churchDay } from './may-collect.ts'
import { selectGrants, selectPeopleOf, type PersonOfFamily, type StoredGrant, selectChildrenOf } from './grant-store.ts'
import { permissionOf, termsOf } from './grants.ts'
import type { Answer } from '#contract/endpoint.ts'
import { ApiError, type GuardianCaller } from '../../platform/http/index.ts'
import { changeableFamily, ownFamily } from './own-family.ts'
import { familyPictureUrl } from './pictures.ts'

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

type Asking = { guardian: GuardianCaller; at: Date }

/** Who may collect the children of the own family, besides the parents. Throws `not_found`. */
export async function listGuardians(tx: Tx, { guardian, at }: Asking): Promise<Answer<typeof call>> {
  const { familyId } = await ownFamily(tx, guardian.personId)
  return {
    guardians: await guardiansOf(tx, familyId, { guardian, at }),
    children: await selectChildrenOf(tx, familyId),
  }
}

/** Pictures and phones of those who are not of the family are the church's. */
const guardiansOf = (tx: Tx, familyId: string, { guardian, at }: Asking): Promise<Guardian[]> =>
  readGuardians(tx, {
    familyId,
    timeZone: guardian.church.timeZone,
    at,
    show: ({ role, pictureId, phone }) =>
      role === null ? { pictureUrl: null, phone: null } : { pictureUrl: familyPictureUrl(pictureId), phone },
  })

/** One of them, as they stand now. Throws `not_found`. */
export async function guardianOf(
  tx: Tx,
  { familyId, personId }: { familyId: string; personId: string },
  asking: Asking,
): Promise<Guardian> {
  const found = (await guardiansOf(tx, familyId, asking)).find((one) => one.personId === personId)
  if (!found) throw new ApiError('not_found')
  return found
}

/**
 * The own family, for somebody who is about to say who may collect its children. Throws `not_found`, and `not_allowed` for
 * who may only look, or may not collect them either.
 */
export async function familyToSayOf(tx: Tx, { guardian, at }: Asking): Promise<string> {
  const { familyId } = await changeableFamily(tx, guardian.personId)
  const barred = (await selectGrants(tx, [familyId], at)).some(
    ({ personId, kind }) => personId === guardian.personId && kind === 'not_authorised',
  )
  if (barred) throw new ApiError('not_allowed')
  return familyId
}
