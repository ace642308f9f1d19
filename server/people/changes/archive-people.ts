import type { archivePeople as call, ChangeResult } from '#contract/people/changes.ts'
import type { Answer } from '#contract/endpoint.ts'
import { audit, peopleWithAccount } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { announcement } from '../../platform/announcements.ts'
import {
  archive,
  archiveSince,
  lockActive,
  lockArchived,
  lockUnconfirmed,
  restore,
  selectNames,
  setConfirmed,
} from '../persons/index.ts'
import type { Doer } from '../writing/index.ts'
import { chosen, idsOf, lockRecorded, record, undoneOf, type Selection, type Undone } from './record.ts'

/** These people were archived, and are locked. */
export const peopleArchived = announcement<{ personIds: string[]; at: Date }>()

/** Archives the chosen people. Staff among them are left out, by name; where there is nobody else: `has_account`. */
export async function archivePeople(tx: Tx, doer: Doer, selection: Selection): Promise<Answer<typeof call>> {
  const { tenantId, actor, at } = doer
  const found = await lockActive(tx, await chosen(tx, selection))
  const staff = await staffAmong(
    tx,
    found.map(({ id }) => id),
  )
  const people = found.filter(({ id }) => !staff.has(id))
  const ids = people.map(({ id }) => id)
  if (ids.length === 0 && staff.size > 0) throw new ApiError('has_account')
  if (ids.length > 0) {
    await archive(tx, ids, at)
    await peopleArchived.announce(tx, { personIds: ids, at })
    await audit(tx, tenantId, actor, { act: 'people.archived', details: { people: ids.length }, at })
  }
  const rows = people.map(({ id, version }) => ({ personId: id, before: {}, version: version + 1 }))
  const names = staff.size > 0 ? await selectNames(tx, [...staff]) : []
  return { ...(await record(tx, doer, { kind: 'archive', rows })), leftOut: names.map(({ name }) => name) }
}

const staffAmong = async (tx: Tx, ids: string[]): Promise<Set<string>> => new Set(await peopleWithAccount(tx, ids))

/** What they gave up when they were archived is not theirs again: somebody else may have it. */
export async function undoArchiving(tx: Tx, changeId: string, at: Date): Promise<Undone> {
  const people = await lockRecorded(tx, changeId)
  const ids = idsOf(people.filter(({ isUnchanged }) => isUnchanged))
  await restore(tx, ids, at)
  return undoneOf(people, ids.length)
}

/**
 * Brings archived people back. Who was merged into somebody comes back only by undoing the merge: named one by one, they
 * are refused (`already_merged`); met by a filter, they are left where they are.
 */
export async function restorePeople(tx: Tx, doer: Doer, selection: Selection): Promise<ChangeResult> {
  const { tenantId, actor, at } = doer
  const archived = await lockArchived(tx, await chosen(tx, selection))
  const people = archived.filter(({ isMerged }) => !isMerged)
  if ('ids' in selection && people.length < archived.length) throw new ApiError('already_merged')
  const ids = people.map(({ id }) => id)
  await restore(tx, ids, at)
  if (ids.length > 0) await audit(tx, tenantId, actor, { act: 'people.restored', details: { people: ids.length }, at })
  const rows = people.map(({ id, version, archivedAt }) => ({
    personId: id,
    before: { archivedAt },
    version: version + 1,
  }))
  return record(tx, doer, { kind: 'restore', rows })
}

/** Who became staff meanwhile stays. */
export async function undoRestoring(tx: Tx, changeId: string, at: Date): Promise<Undone> {
  const people = await lockRecorded<{ archivedAt: string }>(tx, changeId)
  const staff = await staffAmong(tx, idsOf(people))
  const unchanged = people.filter(({ isUnchanged, personId }) => isUnchanged && !staff.has(personId))
  if (unchanged.length > 0) {
    await archiveSince(tx, new Map(unchanged.map(({ personId, before }) => [personId, before.archivedAt])), at)
    await peopleArchived.announce(tx, { personIds: idsOf(unchanged), at })
  }
  return undoneOf(people, unchanged.length)
}

/** Takes the chosen people in who came by the portal: they belong to the church and count for its plan. */
export async function confirmPeople(
  tx: Tx,
  { tenantId, actor, at }: Doer,
  selection: Selection,
): Promise<{ people: number }> {
  const details = { people: await confirm(tx, await chosen(tx, selection)) }
  if (details.people > 0) await audit(tx, tenantId, actor, { act: 'people.confirmed', details, at })
  return details
}

/** The same for people whom a check-in has seen: nobody pressed anything. */
export async function confirmSeen(tx: Tx, ids: string[]): Promise<void> {
  await confirm(tx, ids)
}

async function confirm(tx: Tx, ids: string[]): Promise<number> {
  const unconfirmed = await lockUnconfirmed(tx, ids)
  if (unconfirmed.length > 0) await setConfirmed(tx, unconfirmed)
  return unconfirmed.length
}
