import type { ActResult } from '#contract/people/acts.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Doer } from '../record/act.ts'
import { chosen, type Selection } from '../record/chosen.ts'
import { record } from '../record/record.ts'
import { lockArchived, restore } from './archive-store.ts'

/**
 * Brings archived people back. Who was merged into somebody comes back only by undoing the merge: named one by one, they
 * are refused (`already_merged`); met by a filter, they are left where they are.
 */
export async function restorePeople(tx: Tx, doer: Doer, selection: Selection): Promise<ActResult> {
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
