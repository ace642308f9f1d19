import type { editGroup as call, GroupRow } from '#contract/people/groups.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Writer } from '../persons/writer.ts'
import { checkGroup } from './check-group.ts'
import { countMembers, selectGroup, updateGroup } from './store.ts'

/** Changes a group. Throws `not_found`, and `name_taken` when another group has the name, whatever the case. */
export async function editGroup(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { id, body }: { id: string; body: Received<typeof call>['body'] },
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
