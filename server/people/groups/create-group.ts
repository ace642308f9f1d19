import type { addGroup as call, GroupRow } from '#contract/people/groups.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Writer } from '../persons/writer.ts'
import { addGroup } from './add-group.ts'
import { checkGroup } from './check-group.ts'

/** Adds a group with nobody in it, in somebody's name. Throws `name_taken`. */
export async function createGroup(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  body: Received<typeof call>['body'],
): Promise<GroupRow> {
  const group = checkGroup(body)
  const id = await addGroup(tx, tenantId, group)
  await audit(tx, tenantId, actor, { act: 'group.added', subjectId: id, details: { name: group.name }, at })
  return { id, ...group, people: 0 }
}
