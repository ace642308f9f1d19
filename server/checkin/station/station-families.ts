import type { StationFamily } from '#contract/checkin/station.ts'
import { pictureUrl } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ageInMonths } from '../events/age.ts'
import { selectChoices, type Choice } from '../events/portal-event-store.ts'
import { selectRegistrable, type RegistrableRow } from '../registration/registrable-store.ts'
import { suggestClass } from '../registration/suggest-class.ts'
import { selectCare, selectFamiliesAtDoor, selectNotWith, type NotWith } from './station-family-store.ts'

type Showing = {
  event: { id: string; day: string }
  familyIds: string[]
  /** Nobody of the staff looks: no notes, no pictures, no surnames, nobody's phone. */
  selfService?: boolean
}

type StationChild = StationFamily['children'][number]

const CHILD_ROLES: readonly number[] = [3, 4, 5]

/** Families as a station shows them, in the order of their names: their children, and who else of them is registered. */
export async function stationFamilies(
  tx: Tx,
  { event, familyIds, selfService = false }: Showing,
): Promise<StationFamily[]> {
  const families = await selectFamiliesAtDoor(tx, event.id, familyIds)
  if (families.length === 0) return []
  const choices = await selectChoices(tx, event.id)
  const notWith = await selectNotWith(tx, familyIds)
  const people = new Map<string, RegistrableRow[]>()
  for (const { familyId } of families) {
    const rows = await selectRegistrable(tx, event.id, familyId)
    people.set(
      familyId,
      rows.filter(({ role, state }) => CHILD_ROLES.includes(role) || state !== 'none'),
    )
  }
  const care = await selectCare(
    tx,
    [...people.values()].flat().map(({ personId }) => personId),
  )
  return families.map((family) => {
    const children = (people.get(family.familyId) ?? []).map((row): StationChild => ({
      ...childOf(row, { choices, day: event.day }),
      care: care.get(row.personId) ?? [],
      mayNotLeaveWith: namesFor(notWith, family.familyId, row.personId),
    }))
    return selfService
      ? { ...family, broughtBy: null, children: children.map(withoutSecrets) }
      : { ...family, children }
  })
}

function childOf(
  { personId, firstName, lastName, pictureId, classId, state, last, ...born }: RegistrableRow,
  { choices, day }: { choices: Choice[]; day: string },
): Omit<StationChild, 'care' | 'mayNotLeaveWith'> {
  const ageMonths = ageInMonths(born, day)
  return {
    personId,
    firstName,
    lastName,
    ageMonths,
    pictureUrl: pictureUrl(pictureId),
    classId,
    suggestedClassId: suggestClass(choices, { last, ageMonths }),
    cameLastTime: last !== null,
    state,
  }
}

const namesFor = (all: readonly NotWith[], familyId: string, personId: string): string[] => [
  ...new Set(
    all
      .filter((one) => one.familyId === familyId && (one.childId === null || one.childId === personId))
      .map(({ name }) => name),
  ),
]

const withoutSecrets = (child: StationChild): StationChild => ({
  ...child,
  lastName: '',
  pictureUrl: null,
  care: [],
  mayNotLeaveWith: [],
})
