import type { ChangeResult } from '#contract/people/changes.ts'
import type { PersonKind } from '#contract/people/persons.ts'
import { audit } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { joinGroups, leaveGroups, lockGroup } from '../groups/index.ts'
import { lockOthersThan, lockUnmerged, setKind } from '../persons/index.ts'
import type { Doer } from '../writing/index.ts'
import { chosen, idsOf, lockRecorded, record, undoneOf, type Selection, type Undone } from './record.ts'

/** Makes the chosen people members, first-timers or new converts. */
export async function changeKind(
  tx: Tx,
  doer: Doer,
  { people: selection, kind }: { people: Selection; kind: PersonKind },
): Promise<ChangeResult> {
  const { tenantId, actor, at } = doer
  const people = await lockOthersThan(tx, await chosen(tx, selection), kind)
  await setKind(tx, { ids: people.map(({ id }) => id), kind, at })
  const details = { kind, people: people.length }
  if (people.length > 0) await audit(tx, tenantId, actor, { act: 'people.kind_changed', details, at })
  const rows = people.map((person) => ({
    personId: person.id,
    before: { kind: person.kind },
    version: person.version + 1,
  }))
  return record(tx, doer, { kind: 'change_kind', about: kind, rows })
}

export async function undoKind(tx: Tx, changeId: string, at: Date): Promise<Undone> {
  const people = await lockRecorded<{ kind: PersonKind }>(tx, changeId)
  const unchanged = people.filter(({ isUnchanged }) => isUnchanged)
  for (const [kind, before] of Map.groupBy(unchanged, (person) => person.before.kind))
    await setKind(tx, { ids: idsOf(before), kind, at })
  return undoneOf(people, unchanged.length)
}

type Asked = { people: Selection; groupId: string }
type Way = typeof ADD | typeof REMOVE

const ADD = { kind: 'add_to_group', act: 'people.added_to_group' } as const
const REMOVE = { kind: 'remove_from_group', act: 'people.removed_from_group' } as const

/** Adds the chosen people to a group; who is in it already is not counted. */
export const addPeopleToGroup = (tx: Tx, doer: Doer, asked: Asked): Promise<ChangeResult> =>
  changeGroup(tx, doer, { ...asked, way: ADD })

/** Takes the chosen people out of a group. */
export const removePeopleFromGroup = (tx: Tx, doer: Doer, asked: Asked): Promise<ChangeResult> =>
  changeGroup(tx, doer, { ...asked, way: REMOVE })

async function changeGroup(
  tx: Tx,
  doer: Doer,
  { people: selection, groupId, way }: Asked & { way: Way },
): Promise<ChangeResult> {
  const { tenantId, actor, at } = doer
  const group = await lockGroup(tx, groupId)
  if (!group) throw new ApiError('not_found')
  const people = await lockUnmerged(tx, await chosen(tx, selection))
  const members = people.map(({ id: personId }) => ({ groupId: group.id, personId }))
  const changed = way === ADD ? await joinGroups(tx, tenantId, members) : await leaveGroups(tx, members)
  const details = { group: group.name, people: changed.length }
  if (changed.length > 0) await audit(tx, tenantId, actor, { act: way.act, subjectId: group.id, details, at })
  const rows = changed.map(({ personId }) => ({ personId, before: {}, version: null }))
  return record(tx, doer, { kind: way.kind, about: group.id, rows })
}

type RecordedGroup = { id: string; about: string | null }

/** Who is in the group still leaves it again. */
export async function undoAddition(tx: Tx, { id, about }: RecordedGroup): Promise<Undone> {
  const people = await lockRecorded(tx, id)
  const stay = people.filter(({ isMerged }) => !isMerged)
  const gone = await leaveGroups(
    tx,
    stay.flatMap(({ personId }) => (about ? [{ groupId: about, personId }] : [])),
  )
  return undoneOf(people, gone.length)
}

/** Who is not in the group again by now comes back, if there is the group still. */
export async function undoRemoval(tx: Tx, tenantId: TenantId, { id, about }: RecordedGroup): Promise<Undone> {
  const group = about ? await lockGroup(tx, about) : null
  const people = await lockRecorded(tx, id)
  if (!group) return undoneOf(people, 0)
  const stay = people.filter(({ isMerged }) => !isMerged)
  const back = await joinGroups(
    tx,
    tenantId,
    stay.map(({ personId }) => ({ groupId: group.id, personId })),
  )
  return undoneOf(people, back.length)
}
