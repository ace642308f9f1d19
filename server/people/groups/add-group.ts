import { ApiError } from '#server/platform/http/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { checkGroup } from './check-group.ts'
import { insertGroup, insertMembers } from './store.ts'

export type NewGroup = {
  name: string
  /** The heading that it stands under in pickers, for example "Departments". */
  category: string
  description?: string
}

/** Adds a group; answers its id. A church has one group of a name, whatever the case: `name_taken` otherwise. */
export async function addGroup(tx: Tx, tenantId: TenantId, group: NewGroup): Promise<string> {
  const id = await insertGroup(tx, tenantId, checkGroup({ description: '', ...group }))
  if (!id) throw new ApiError('name_taken')
  return id
}

/** Adds persons to a group; who is in it already stays in it once. Group and persons must be of this church. */
export async function addToGroup(tx: Tx, tenantId: TenantId, groupId: string, personIds: string[]): Promise<void> {
  await insertMembers(tx, tenantId, groupId, personIds)
}
