import * as calls from '#contract/people/changes.ts'
import { type Serve, ApiError } from '../../platform/http/index.ts'
import { archivePeople, confirmPeople } from './archive-people.ts'
import { withinLargest } from '../persons/capacity.ts'
import { listDuplicates } from './list-duplicates.ts'
import { erasePeople } from './erase-people.ts'
import { addPeopleToGroup, removePeopleFromGroup } from './change-groups.ts'
import { mergePeople } from './merge-people.ts'
import { doerOf, type Doer, chosen, type Selection, record, lockRecorded, type RecordedPerson } from './record.ts'
import { UNDO_DAYS, type listActs as call, type ActResult } from '#contract/people/changes.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { selectUndoable, claimUndo, isKnown, type ClaimedAct, type Undone } from './change-store.ts'
import { audit, type AuditDetails } from '../../identity/index.ts'
import { lockArchived, restore, archiveSince, lockOthersThan, setKind } from '../persons/standing-store.ts'
import type { PersonKind } from '#contract/people/persons.ts'
import { groupName, addMembers, lockGroup, removeMembers } from '../groups/group-store.ts'
import { undoMerge } from './undo-merge.ts'
import { giveUpPlaces } from '../families/places-store.ts'
import { selectStaff } from '../persons/person-store.ts'

type Way = (tx: Tx, act: ClaimedAct, at: Date) => Promise<Undone>

const idsOf = (people: RecordedPerson[]): string[] => people.map(({ personId }) => personId)
const told = (people: RecordedPerson[], undone: number): Undone => ({ people: undone, kept: people.length - undone })

/** The places that they gave up are not theirs again: somebody else may have them. */
const undoArchiving: Way = async (tx, act) => {
  const people = await lockRecorded(tx, act.id)
  const ids = idsOf(people.filter(({ isUnchanged }) => isUnchanged))
  await restore(tx, ids)
  return told(people, ids.length)
}

/** Who became staff meanwhile stays. Places taken meanwhile are given up, as by any archiving. */
const undoRestoring: Way = async (tx, act, at) => {
  const people = await lockRecorded<{ archivedAt: string }>(tx, act.id)
  const staff = new Set((await selectStaff(tx, idsOf(people))).map(({ id }) => id))
  const unchanged = people.filter(({ isUnchanged, personId }) => isUnchanged && !staff.has(personId))
  await archiveSince(tx, new Map(unchanged.map(({ personId, before }) => [personId, before.archivedAt])))
  await giveUpPlaces(tx, { familyIds: null, personIds: idsOf(unchanged) }, at)
  return told(people, unchanged.length)
}

const undoKind: Way = async (tx, act) => {
  const people = await lockRecorded<{ kind: PersonKind }>(tx, act.id)
  const unchanged = people.filter(({ isUnchanged }) => isUnchanged)
  for (const [kind, before] of Map.groupBy(unchanged, (person) => person.before.kind))
    await setKind(tx, idsOf(before), kind)
  return told(people, unchanged.length)
}

/** Who is in the group still leaves it again. */
const undoAddition: Way = async (tx, { id, about }) => {
  const people = await lockRecorded(tx, id)
  const ids = idsOf(people.filter(({ isMerged }) => !isMerged))
  const gone = await removeMembers(tx, about ?? '', ids)
  return told(people, gone.length)
}

/** Who is not in the group again by now comes back, if there is the group still. */
const undoRemoval: Way = async (tx, { id, about }) => {
  const group = await lockGroup(tx, about ?? '')
  const people = await lockRecorded(tx, id)
  if (!group) return told(people, 0)
  const ids = idsOf(people.filter(({ isMerged }) => !isMerged))
  const back = await addMembers(tx, group.id, ids)
  return told(people, back.length)
}

/**
 * Undoes an act for everybody who is still as the act left them. Once: the second of two at the same moment finds it
 * undone. Throws `not_found`, and `not_undoable` when it was undone already or is too old.
 */
async function undoAct(tx: Tx, { tenantId, actor, at }: Doer, id: string): Promise<Undone> {
  const act = await claimUndo(tx, { id, at, since: new Date(at.getTime() - UNDO_MS) })
  if (!act) throw new ApiError((await isKnown(tx, id)) ? 'not_undoable' : 'not_found')
  const undone = act.kind === 'merge' ? await undoMerge(tx, { tenantId, act, at }) : await ways[act.kind](tx, act, at)
  const subjectId = act.kind === 'merge' ? act.about : null
  const details = { ...(await detailsOf(tx, act)), ...undone }
  await audit(tx, tenantId, actor, { act: 'people.undone', subjectId, details, at })
  return undone
}

const ways = {
  archive: undoArchiving,
  restore: undoRestoring,
  change_kind: undoKind,
  add_to_group: undoAddition,
  remove_from_group: undoRemoval,
}

async function detailsOf(tx: Tx, { kind, about }: ClaimedAct): Promise<AuditDetails> {
  if (kind === 'change_kind') return { undone: kind, kind: about }
  if (kind === 'add_to_group' || kind === 'remove_from_group')
    return { undone: kind, group: await groupName(tx, about) }
  return { undone: kind }
}

/** Makes the chosen people members, first-timers or new converts. */
async function changeKind(
  tx: Tx,
  doer: Doer,
  { people: selection, kind }: { people: Selection; kind: PersonKind },
): Promise<ActResult> {
  const { tenantId, actor, at } = doer
  const people = await lockOthersThan(tx, await chosen(tx, selection), kind)
  await setKind(
    tx,
    people.map(({ id }) => id),
    kind,
  )
  const details = { kind, people: people.length }
  if (people.length > 0) await audit(tx, tenantId, actor, { act: 'people.kind_changed', details, at })
  const rows = people.map((person) => ({
    personId: person.id,
    before: { kind: person.kind },
    version: person.version + 1,
  }))
  return record(tx, doer, { kind: 'change_kind', about: kind, rows })
}

/**
 * Brings archived people back. Who was merged into somebody comes back only by undoing the merge: named one by one, they
 * are refused (`already_merged`); met by a filter, they are left where they are.
 */
async function restorePeople(tx: Tx, doer: Doer, selection: Selection): Promise<ActResult> {
  const { tenantId, actor, at } = doer
  const archived = await lockArchived(tx, await chosen(tx, selection))
  const people = archived.filter(({ isMerged }) => !isMerged)
  if ('ids' in selection && people.length < archived.length) throw new ApiError('already_merged')
  const ids = people.map(({ id }) => id)
  await restore(tx, ids)
  if (ids.length > 0) await audit(tx, tenantId, actor, { act: 'people.restored', details: { people: ids.length }, at })
  const rows = people.map(({ id, version, archivedAt }) => ({
    personId: id,
    before: { archivedAt },
    version: version + 1,
  }))
  return record(tx, doer, { kind: 'restore', rows })
}

const UNDO_MS = UNDO_DAYS * 24 * 60 * 60 * 1000

/** What can be undone still, the latest first. */
async function listActs(tx: Tx, at: Date): Promise<Answer<typeof call>> {
  const acts = await selectUndoable(tx, new Date(at.getTime() - UNDO_MS))
  return acts.map((act) => ({ ...act, at: act.at.toISOString() }))
}

export function routes(serve: Serve): void {
  serve(calls.archivePeople, (call) => call.transact((tx) => archivePeople(tx, doerOf(call), call.body.people)))
  serve(calls.confirmPeople, (call) =>
    call.transact((tx) => withinLargest(tx, () => confirmPeople(tx, doerOf(call), call.body.people))),
  )
  serve(calls.restorePeople, (call) =>
    call.transact((tx) => withinLargest(tx, () => restorePeople(tx, doerOf(call), call.body.people))),
  )
  serve(calls.erasePeople, (call) => call.transact((tx) => erasePeople(tx, doerOf(call), call.body)))
  serve(calls.addPeopleToGroup, (call) => call.transact((tx) => addPeopleToGroup(tx, doerOf(call), call.body)))
  serve(calls.removePeopleFromGroup, (call) =>
    call.transact((tx) => removePeopleFromGroup(tx, doerOf(call), call.body)),
  )
  serve(calls.changePeopleKind, (call) => call.transact((tx) => changeKind(tx, doerOf(call), call.body)))
  serve(calls.listActs, ({ at, transact }) => transact((tx) => listActs(tx, at)))
  serve(calls.undoAct, (call) =>
    call.transact((tx) => withinLargest(tx, () => undoAct(tx, doerOf(call), call.params.id))),
  )
  serve(calls.mergePeople, (call) => call.transact((tx) => mergePeople(tx, doerOf(call), call.body)))
  serve(calls.listDuplicates, ({ query, transact }) => transact((tx) => listDuplicates(tx, query)))
}
