import type { archivePeople as call } from '#contract/people/acts.ts'
import type { Answer } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { giveUpPlaces } from '../../families/places-store.ts'
import type { Doer } from '../record/act.ts'
import { chosen, type Selection } from '../record/chosen.ts'
import { selectStaff } from '../record/people-store.ts'
import { record } from '../record/record.ts'
import { archive, lockActive } from './archive-store.ts'

/**
 * Archives the chosen people; they stay in their groups and families and give up their places in classes to come. Staff among
 * them are left out, by name; where there is nobody else: `has_account`.
 */
export async function archivePeople(tx: Tx, doer: Doer, selection: Selection): Promise<Answer<typeof call>> {
  const { tenantId, actor, at } = doer
  const found = await lockActive(tx, await chosen(tx, selection))
  const staff = await selectStaff(
    tx,
    found.map(({ id }) => id),
  )
  const leftOut = new Set(staff.map(({ id }) => id))
  const people = found.filter(({ id }) => !leftOut.has(id))
  const ids = people.map(({ id }) => id)
  if (ids.length === 0 && staff.length > 0) throw new ApiError('has_account')
  await archive(tx, ids, at)
  await giveUpPlaces(tx, { familyIds: null, personIds: ids }, at)
  if (ids.length > 0) await audit(tx, tenantId, actor, { act: 'people.archived', details: { people: ids.length }, at })
  const rows = people.map(({ id, version }) => ({ personId: id, before: {}, version: version + 1 }))
  return { ...(await record(tx, doer, { kind: 'archive', rows })), leftOut: staff.map(({ name }) => name) }
}
