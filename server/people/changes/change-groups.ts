import type { ActResult } from '#contract/people/changes.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { type Doer, chosen, type Selection, record } from './record.ts'
import { addMembers, lockForGroup, lockGroup, removeMembers } from '../groups/group-store.ts'

type Asked = { people: Selection; groupId: string }

/** Adds the chosen people to a group; who is in it already is not counted. */
export const addPeopleToGroup = (tx: Tx, doer: Doer, asked: Asked): Promise<ActResult> =>
  actOnGroup(tx, doer, { ...asked, way: ADD })

/** Takes the chosen people out of a group. */
export const removePeopleFromGroup = (tx: Tx, doer: Doer, asked: Asked): Promise<ActResult> =>
  actOnGroup(tx, doer, { ...asked, way: REMOVE })

const ADD = { kind: 'add_to_group', act: 'people.added_to_group', change: addMembers } as const
const REMOVE = { kind: 'remove_from_group', act: 'people.removed_from_group', change: removeMembers } as const

async function actOnGroup(
  tx: Tx,
  doer: Doer,
  { people: selection, groupId, way }: Asked & { way: typeof ADD | typeof REMOVE },
): Promise<ActResult> {
  const { tenantId, actor, at } = doer
  const group = await lockGroup(tx, groupId)
  if (!group) throw new ApiError('not_found')
  const ids = await lockForGroup(tx, await chosen(tx, selection))
  const changed = await way.change(tx, group.id, ids)
  const details = { group: group.name, people: changed.length }
  if (changed.length > 0) await audit(tx, tenantId, actor, { act: way.act, subjectId: group.id, details, at })
  const rows = changed.map((personId) => ({ personId, before: {}, version: null }))
  return record(tx, doer, { kind: way.kind, about: group.id, rows })
}
