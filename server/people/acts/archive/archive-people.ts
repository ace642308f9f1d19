import type { ActResult } from '#contract/people/acts.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { giveUpPlaces } from '../../families/places-store.ts'
import type { Doer } from '../record/act.ts'
import { chosen, type Selection } from '../record/chosen.ts'
import { anyAccount } from '../record/people-store.ts'
import { record } from '../record/record.ts'
import { archive, lockActive } from './archive-store.ts'

/**
 * Archives the chosen people; they stay in their groups and families and give up their places in classes to come. Nobody
 * when one of them is staff: `has_account`.
 */
export async function archivePeople(tx: Tx, doer: Doer, selection: Selection): Promise<ActResult> {
  const { tenantId, actor, at } = doer
  const people = await lockActive(tx, await chosen(tx, selection))
  const ids = people.map(({ id }) => id)
  if (await anyAccount(tx, ids)) throw new ApiError('has_account')
  await archive(tx, ids, at)
  await giveUpPlaces(tx, { familyIds: null, personIds: ids }, at)
  if (ids.length > 0) await audit(tx, tenantId, actor, { act: 'people.archived', details: { people: ids.length }, at })
  const rows = people.map(({ id, version }) => ({ personId: id, before: {}, version: version + 1 }))
  return record(tx, doer, { kind: 'archive', rows })
}
