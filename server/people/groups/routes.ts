import { exportChurchList, audit } from '../../identity/index.ts'
import * as calls from '#contract/people/groups.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Download } from '../../platform/http/index.ts'
import { writerOf, type Exporter, type Writer } from '../writing/index.ts'
import { addGroup, checkGroup } from './groups.ts'
import type { Tx } from '../../platform/database/index.ts'
import { deleteGroup, countMembers, selectGroup, updateGroup, selectGroups } from './group-store.ts'
import type {
  addGroup as call,
  GroupRow,
  editGroup as editGroupCall,
  exportGroups as exportGroupsCall,
} from '#contract/people/groups.ts'
import type { Received } from '#contract/endpoint.ts'
import { matchingGroups } from '#contract/people/matching-groups.ts'
import type { ExportColumn } from '../../platform/exports/index.ts'

/** Of the order; English and French have the same but for rare marks. */
const LANGUAGE = 'en'

/** Headings are those that an import of ours knows again. */
const columns: ExportColumn<GroupRow>[] = [
  { id: 'name', heading: 'Name', value: (group) => group.name },
  { id: 'category', heading: 'Category', value: (group) => group.category },
  { id: 'description', heading: 'Description', value: (group) => group.description },
  { id: 'people', heading: 'People', value: (group) => group.people },
]

/** The groups as a file: those that the screen shows for the same search, in the same order. */
function exportGroups(exporter: Exporter, query: Received<typeof exportGroupsCall>['query']): Promise<Download> {
  const { search, sort } = query
  return exportChurchList({
    ...exporter,
    query,
    list: 'groups',
    columns,
    pages: async function* (tx) {
      yield matchingGroups(await selectGroups(tx), { search, sort, language: LANGUAGE })
    },
  })
}

/** Changes a group. Throws `not_found`, and `name_taken` when another group has the name, whatever the case. */
async function editGroup(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { id, body }: { id: string; body: Received<typeof editGroupCall>['body'] },
): Promise<GroupRow> {
  const group = checkGroup(body)
  const before = await selectGroup(tx, id)
  if (!before) throw new ApiError('not_found')
  const fields = (['name', 'category', 'description'] as const).filter((field) => before[field] !== group[field])
  if (fields.length > 0) {
    if (!(await updateGroup(tx, id, group))) throw new ApiError('name_taken')
    const details = { name: group.name, fields }
    await audit(tx, tenantId, actor, { act: 'group.changed', subjectId: id, details, at })
  }
  return { id, ...group, people: await countMembers(tx, id) }
}

/** Adds a group with nobody in it, in somebody's name. Throws `name_taken`. */
async function createGroup(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  body: Received<typeof call>['body'],
): Promise<GroupRow> {
  const group = checkGroup(body)
  const id = await addGroup(tx, tenantId, group)
  await audit(tx, tenantId, actor, { act: 'group.added', subjectId: id, details: { name: group.name }, at })
  return { id, ...group, people: 0 }
}

/** Removes a group; the people in it stay. Throws `not_found`. */
async function removeGroup(tx: Tx, { tenantId, actor, at }: Writer, id: string): Promise<{ removed: true }> {
  const name = await deleteGroup(tx, id)
  if (name === null) throw new ApiError('not_found')
  await audit(tx, tenantId, actor, { act: 'group.removed', subjectId: id, details: { name }, at })
  return { removed: true }
}

export function routes(serve: Serve, { database }: AppContext): void {
  serve(calls.listGroups, ({ transact }) => transact(selectGroups))
  serve(calls.exportGroups, async ({ caller: { tenantId }, actor, at, query }) =>
    exportGroups({ database, tenantId, actor, at }, query),
  )
  serve(calls.addGroup, ({ body, transact, ...call }) => transact((tx) => createGroup(tx, writerOf(call), body)))
  serve(calls.editGroup, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => editGroup(tx, writerOf(call), { id, body })),
  )
  serve(calls.removeGroup, ({ params: { id }, transact, ...call }) =>
    transact((tx) => removeGroup(tx, writerOf(call), id)),
  )
}
