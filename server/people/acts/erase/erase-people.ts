import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { lockArchived } from '../archive/archive-store.ts'
import type { Doer } from '../record/act.ts'
import { chosen, type Selection } from '../record/chosen.ts'
import { anyAccount } from '../record/people-store.ts'
import { deletePersons, deleteUnusedPictures, selectMergedInto, selectPictures } from './erase-store.ts'

/**
 * Erases the chosen people who are archived, and whoever was merged into them, for ever: what stays is in
 * docs/decisions/0009. Nobody when one of them is staff: `has_account`.
 */
export async function erasePeople(tx: Tx, doer: Doer, selection: Selection): Promise<{ people: number }> {
  const ids = await lockErasable(tx, await chosen(tx, selection))
  if (ids.length === 0) return { people: 0 }
  if (await anyAccount(tx, ids)) throw new ApiError('has_account')
  const pictures = await selectPictures(tx, ids)
  await deletePersons(tx, ids)
  await deleteUnusedPictures(tx, pictures)
  const details = { people: ids.length }
  await audit(tx, doer.tenantId, doer.actor, { act: 'people.erased', details, at: doer.at })
  return details
}

/** The archived ones of these people with whoever was merged into one of those. */
async function lockErasable(tx: Tx, wanted: string[]): Promise<string[]> {
  const pointers = new Map((await selectMergedInto(tx, wanted)).map(({ id, mergedInto }) => [id, mergedInto]))
  const named = new Set(wanted)
  const locked = await lockArchived(tx, [...new Set([...named, ...pointers.keys()])])
  const archived = new Set(locked.map(({ id }) => id))
  return [...archived].filter((id) => named.has(id) || archived.has(pointers.get(id) ?? ''))
}
