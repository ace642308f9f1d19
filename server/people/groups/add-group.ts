import { ApiError } from '#server/platform/http/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { cleanName } from '../names/fold.ts'
import { insertGroup, insertMembers } from './store.ts'

export type NewGroup = {
  name: string
  /** The heading that it stands under in pickers, for example "Departments". */
  category: string
}

/** Adds a group; answers its id. A church has one group of a name, whatever the case: `invalid_input` otherwise. */
export async function addGroup(tx: Tx, tenantId: TenantId, group: NewGroup): Promise<string> {
  const named = { name: cleanName(group.name), category: cleanName(group.category) }
  if (named.name === '' || named.category === '')
    throw new ApiError('invalid_input', { fields: { name: 'A name is needed.' } })
  const id = await insertGroup(tx, tenantId, named)
  if (!id) throw new ApiError('invalid_input', { fields: { name: 'There is a group of this name already.' } })
  return id
}

/** Adds persons to a group; who is in it already stays in it once. Group and persons must be of this church. */
export async function addToGroup(tx: Tx, tenantId: TenantId, groupId: string, personIds: string[]): Promise<void> {
  await insertMembers(tx, tenantId, groupId, personIds)
}
