import type { ActResult } from '#contract/people/acts.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { markTerms } from '../archive/archive-store.ts'
import type { Doer } from '../record/act.ts'
import type { ActRow } from '../record/record-store.ts'
import { record } from '../record/record.ts'
import { copyPicture, giveFamilies, giveGroups, moveAccounts, moveInvites } from './belongings-store.ts'
import { checkMerge, type AskedMerge } from './check-merge.ts'
import { lockMergeable, type Mergeable } from './lock-mergeable.ts'
import { fieldsOf, mergedFields } from './merged-fields.ts'
import { archiveMerged, confirmKept, lockMerges, pointTo } from './merge-store.ts'
import { anyRegistered, movePortal, type PortalThings } from './portal-store.ts'
import type { Given } from './undo-merge.ts'
import { writeKept } from './write-kept.ts'

/** An event that ended so long ago is over for everybody. */
const LONG_OVER_MS = 12 * 60 * 60 * 1000

/**
 * Merges people who are one into the one who is kept. Throws `not_found` when one of them is unknown, `already_merged`
 * when one is archived or merged by now, `has_account` when two of them sign in, `registered_now` when one of those merged
 * away is at an event: the notes and grants by which the classes and the desk know them must not move in the middle of it.
 */
export async function mergePeople(tx: Tx, doer: Doer, asked: AskedMerge): Promise<ActResult> {
  const merge = checkMerge(asked)
  const { keepId, otherIds } = merge
  const { tenantId, actor, at } = doer
  await lockMerges(tx, tenantId)
  const found = await lockMergeable(tx, merge)
  if (await anyRegistered(tx, otherIds, new Date(at.getTime() - LONG_OVER_MS))) throw new ApiError('registered_now')
  const fields = mergedFields([found.kept, ...found.others], merge.take)
  const picture = await givePicture(tx, found.kept.pictureId, fields.pictureId)
  const given = { ...picture, groups: await giveGroups(tx, merge), families: await giveFamilies(tx, merge) }
  await writeKept(tx, tenantId, { ...fields, id: keepId, pictureId: picture.givenPictureId ?? fields.pictureId })
  await archiveMerged(tx, { ...merge, at })
  await confirmKept(tx, merge)
  await markTerms(tx, otherIds, true)
  await pointTo(tx, merge)
  await moveAccounts(tx, merge)
  await moveInvites(tx, merge)
  const portal = await movePortal(tx, merge)
  await audit(tx, tenantId, actor, {
    act: 'person.merged',
    subjectId: keepId,
    details: { people: otherIds.length },
    at,
  })
  return record(tx, doer, { kind: 'merge', about: keepId, rows: rowsOf(found, given, portal), people: otherIds.length })
}

/** A picture taken over is copied, the one before is kept for undoing. Empty when the picture stays as it is. */
async function givePicture(tx: Tx, before: string | null, wanted: string | null) {
  if (wanted === before) return {}
  return { pictureId: before, givenPictureId: wanted && (await copyPicture(tx, wanted)) }
}

function rowsOf(
  { kept, others, pointers, accounts, invites }: Mergeable,
  given: Given,
  portal: ReadonlyMap<string, PortalThings>,
): ActRow[] {
  const idsOf = (owned: typeof accounts, id: string) =>
    owned.filter(({ personId }) => personId === id).map((each) => each.id)
  return [
    { personId: kept.id, before: { fields: fieldsOf(kept), ...given }, version: kept.version + 1 },
    ...others.map(({ id, version }) => ({
      personId: id,
      before: { accounts: idsOf(accounts, id), invites: idsOf(invites, id), portal: portal.get(id) },
      version: version + 1,
    })),
    ...pointers.map(({ id, mergedInto }) => ({ personId: id, before: { mergedInto }, version: null })),
  ]
}
