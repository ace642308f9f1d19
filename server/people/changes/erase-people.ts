import { audit, deletePictures, forgetPeopleOfInvites, peopleWithAccount } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { keepErased } from '../consent/index.ts'
import { deleteEmptyFamilies, selectFamiliesOf } from '../families/index.ts'
import {
  deletePersons,
  lockArchived,
  selectMergedInto,
  selectPictures,
  selectUnusedPictures,
} from '../persons/index.ts'
import type { Doer } from '../writing/index.ts'
import { selectReplacedPictures } from './change-store.ts'
import { chosen, type Selection } from './record.ts'

/**
 * Erases the chosen people who are archived, and whoever was merged into them, for ever: what stays is in
 * docs/decisions/0009. Nobody when one of them is staff: `has_account`, or when more or fewer are chosen than whoever
 * pressed had seen: `changed_meanwhile`.
 */
export async function erasePeople(
  tx: Tx,
  doer: Doer,
  { people: selection, expected }: { people: Selection; expected?: number | undefined },
): Promise<{ people: number }> {
  if ('matching' in selection && expected === undefined) throw new ApiError('invalid_input', { fields: NO_NUMBER })
  const { ids, named } = await lockErasable(tx, await chosen(tx, selection))
  if (expected !== undefined && named !== expected) throw new ApiError('changed_meanwhile')
  if (ids.length === 0) return { people: 0 }
  if ((await peopleWithAccount(tx, ids)).length > 0) throw new ApiError('has_account')
  await erase(tx, ids)
  const details = { people: ids.length }
  await audit(tx, doer.tenantId, doer.actor, { act: 'people.erased', details, at: doer.at })
  return details
}

/** Takes people out of whom nothing is to stay, with the families that are empty then. Staff is never among them. */
export async function forgetPersons(tx: Tx, ids: string[]): Promise<void> {
  const families = await selectFamiliesOf(tx, ids)
  await erase(tx, ids)
  await deleteEmptyFamilies(tx, families)
}

/** With their pictures, and those that a merge replaced. */
async function erase(tx: Tx, ids: string[]): Promise<void> {
  const pictures = [...(await selectPictures(tx, ids)), ...(await selectReplacedPictures(tx, ids))]
  await forgetPeopleOfInvites(tx, ids)
  await keepErased(tx, ids)
  await deletePersons(tx, ids)
  await deletePictures(tx, await selectUnusedPictures(tx, pictures))
}

const NO_NUMBER = { expected: 'Say how many people there should be.' }

/** The archived ones of these people, and how many they are, with whoever was merged into one of those. */
async function lockErasable(tx: Tx, wanted: string[]): Promise<{ ids: string[]; named: number }> {
  const pointers = new Map((await selectMergedInto(tx, wanted)).map(({ id, mergedInto }) => [id, mergedInto]))
  const named = new Set(wanted)
  const locked = await lockArchived(tx, [...new Set([...named, ...pointers.keys()])])
  const archived = new Set(locked.map(({ id }) => id))
  const ids = [...archived].filter((id) => named.has(id) || archived.has(pointers.get(id) ?? ''))
  return { ids, named: ids.filter((id) => named.has(id)).length }
}
