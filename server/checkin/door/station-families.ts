import type { StationFamily } from '#contract/checkin/station.ts'
import { pictureUrl } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { selectFamiliesAtDoor, selectNotWith, type NotWith } from './station-family-store.ts'
import {
  ageInMonths,
  selectChoices,
  type Choice,
  selectRegistrable,
  type RegistrableRow,
  suggestClass,
} from '../events/index.ts'
import { selectCare } from '../families/index.ts'

type Showing = {
  event: { id: string; day: string }
  familyIds: string[]
  /** Nobody of the staff looks: no notes, no pictures, no surnames, nobody's phone. */
  selfService?: boolean
}

type StationChild = StationFamily['children'][number]

const CHILD_ROLES: readonly number[] = [3, 4, 5]

/**
 * Families as a station shows them, in the order of their names: their children, and who else of them is registered. As few
 * questions however many there are.
 */
export async function stationFamilies(
  tx: Tx,
  { event, familyIds, selfService = false }: Showing,
): Promise<StationFamily[]> {
  const families = await selectFamiliesAtDoor(tx, event.id, familyIds)
  if (families.length === 0) return []
  const choices = await selectChoices(tx, event.id)
  const notWith = Map.groupBy(await selectNotWith(tx, familyIds), ({ familyId }) => familyId)
  const rows = (await selectRegistrable(tx, event.id, familyIds)).filter(isAtDoor)
  const people = Map.groupBy(rows, ({ familyId }) => familyId)
  const care = await selectCare(
    tx,
    rows.map(({ personId }) => personId),
  )
  return families.map((family) => {
    const refused = notWith.get(family.familyId) ?? []
    const children = (people.get(family.familyId) ?? []).map((row): StationChild => ({
      ...childOf(row, { choices, day: event.day }),
      care: care.get(row.personId) ?? [],
      mayNotLeaveWith: namesFor(refused, row.personId),
    }))
    return selfService
      ? { ...family, broughtBy: null, children: children.map(withoutSecrets) }
      : { ...family, children }
  })
}

const isAtDoor = ({ role, state }: RegistrableRow): boolean => CHILD_ROLES.includes(role) || state !== 'none'

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

const namesFor = (refused: readonly NotWith[], personId: string): string[] => [
  ...new Set(refused.filter(({ childId }) => childId === null || childId === personId).map(({ name }) => name)),
]

const withoutSecrets = (child: StationChild): StationChild => ({
  ...child,
  lastName: '',
  pictureUrl: null,
  care: [],
  mayNotLeaveWith: [],
})
