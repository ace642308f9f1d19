import type { PersonKind } from '#contract/people/persons.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { giveUpPlaces } from '../../families/places-store.ts'
import { archiveSince, restore } from '../archive/archive-store.ts'
import { addMembers, lockGroup, removeMembers } from '../groups/group-act-store.ts'
import { setKind } from '../kinds/kind-store.ts'
import { lockRecorded, type RecordedPerson } from './lock-recorded.ts'
import { selectStaff } from '../record/people-store.ts'
import type { ClaimedAct, Undone } from './undo-store.ts'

type Way = (tx: Tx, act: ClaimedAct, at: Date) => Promise<Undone>

const idsOf = (people: RecordedPerson[]): string[] => people.map(({ personId }) => personId)
const told = (people: RecordedPerson[], undone: number): Undone => ({ people: undone, kept: people.length - undone })

/** The places that they gave up are not theirs again: somebody else may have them. */
export const undoArchiving: Way = async (tx, act) => {
  const people = await lockRecorded(tx, act.id)
  const ids = idsOf(people.filter(({ isUnchanged }) => isUnchanged))
  await restore(tx, ids)
  return told(people, ids.length)
}

/** Who became staff meanwhile stays. Places taken meanwhile are given up, as by any archiving. */
export const undoRestoring: Way = async (tx, act, at) => {
  const people = await lockRecorded<{ archivedAt: string }>(tx, act.id)
  const staff = new Set((await selectStaff(tx, idsOf(people))).map(({ id }) => id))
  const unchanged = people.filter(({ isUnchanged, personId }) => isUnchanged && !staff.has(personId))
  await archiveSince(tx, new Map(unchanged.map(({ personId, before }) => [personId, before.archivedAt])))
  await giveUpPlaces(tx, { familyIds: null, personIds: idsOf(unchanged) }, at)
  return told(people, unchanged.length)
}

export const undoKind: Way = async (tx, act) => {
  const people = await lockRecorded<{ kind: PersonKind }>(tx, act.id)
  const unchanged = people.filter(({ isUnchanged }) => isUnchanged)
  for (const [kind, before] of Map.groupBy(unchanged, (person) => person.before.kind))
    await setKind(tx, idsOf(before), kind)
  return told(people, unchanged.length)
}

/** Who is in the group still leaves it again. */
export const undoAddition: Way = async (tx, { id, about }) => {
  const people = await lockRecorded(tx, id)
  const ids = idsOf(people.filter(({ isMerged }) => !isMerged))
  const gone = await removeMembers(tx, about ?? '', ids)
  return told(people, gone.length)
}

/** Who is not in the group again by now comes back, if there is the group still. */
export const undoRemoval: Way = async (tx, { id, about }) => {
  const group = await lockGroup(tx, about ?? '')
  const people = await lockRecorded(tx, id)
  if (!group) return told(people, 0)
  const ids = idsOf(people.filter(({ isMerged }) => !isMerged))
  const back = await addMembers(tx, group.id, ids)
  return told(people, back.length)
}
