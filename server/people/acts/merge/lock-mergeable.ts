import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectAccounts, selectInvites } from './belongings-store.ts'
import type { Merge } from './check-merge.ts'
import { lockTogether, type MergingPerson, type Pointer } from './merge-store.ts'

export type Mergeable = {
  kept: MergingPerson
  /** In the order in which they were asked for. */
  others: MergingPerson[]
  /** Who was merged into one of the others earlier. */
  pointers: Pointer[]
  accounts: { id: string; personId: string }[]
  invites: { id: string; personId: string }[]
}

/** Locks everybody whom a merge touches. Throws `not_found`, `already_merged` and `has_account`. */
export async function lockMergeable(tx: Tx, { keepId, otherIds }: Merge): Promise<Mergeable> {
  const ids = [keepId, ...otherIds]
  const locked = await lockTogether(tx, ids)
  const byId = new Map(locked.map((person) => [person.id, person]))
  const [kept, ...others] = ids.flatMap((id) => byId.get(id) ?? [])
  if (!kept || others.length < otherIds.length) throw new ApiError('not_found')
  if ([kept, ...others].some(({ isArchived }) => isArchived)) throw new ApiError('already_merged')
  const accounts = await selectAccounts(tx, ids)
  if (new Set(accounts.map(({ personId }) => personId)).size > 1) throw new ApiError('has_account')
  const pointers = locked.flatMap(({ id, mergedInto }) =>
    mergedInto && otherIds.includes(mergedInto) ? [{ id, mergedInto }] : [],
  )
  return { kept, others, pointers, accounts, invites: await selectInvites(tx, otherIds) }
}
