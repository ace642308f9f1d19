import { ApiError } from '../../platform/http/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { insertGroup, joinGroups, type GroupFields } from './group-store.ts'
import { cleanName } from '../../platform/clean-name.ts'
import { cleanLines } from '../writing/index.ts'

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
  await joinGroups(
    tx,
    tenantId,
    personIds.map((personId) => ({ groupId, personId })),
  )
}

const DESCRIPTION_MAX_LENGTH = 500

/** A group as it is kept. Throws `invalid_input` where nothing visible is left of a name. */
export function checkGroup({ name, category, description }: GroupFields): GroupFields {
  const fields = {
    name: cleanName(name),
    category: cleanName(category),
    description: cleanLines(description, DESCRIPTION_MAX_LENGTH) ?? '',
  }
  const empty = (['name', 'category'] as const).filter((field) => fields[field] === '')
  if (empty.length > 0)
    throw new ApiError('invalid_input', {
      fields: Object.fromEntries(empty.map((each) => [each, 'A name is needed.'])),
    })
  return fields
}
