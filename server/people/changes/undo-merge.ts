import { deletePicture, returnAccountsOfPerson, returnInvitesOfPerson } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { announcement } from '../../platform/announcements.ts'
import { leaveFamiliesOfMerged } from '../families/index.ts'
import { leaveGroups } from '../groups/index.ts'
import {
  lockMerges,
  pointBack,
  restore,
  selectKept,
  setMergedPicture,
  writePeople,
  type PersonFields,
} from '../persons/index.ts'
import type { ClaimedChange } from './change-store.ts'
import { idsOf, lockRecorded, type RecordedPerson, type Undone } from './record.ts'

/** Somebody is a person of their own again; `moved` is what reactions to the merge answered of them, all names together. */
export const personUnmerged = announcement<{
  personId: string
  keepId: string
  moved: Readonly<Record<string, unknown>>
}>()

/** What a merge gave to the one who was kept. The pictures are absent when the picture stayed. */
export type Given = {
  groups: string[]
  families: string[]
  /** The picture before. */
  pictureId?: string | null
  givenPictureId?: string | null
}

/**
 * Of the one who was kept: fields and what was given. Of the others: their accounts and invitations with what areas above
 * moved of them, under names of theirs; or whom they pointed to.
 */
type Before = Partial<Given> & {
  fields?: PersonFields
  accounts?: string[]
  invites?: string[]
  mergedInto?: string
}
type Recorded = RecordedPerson<Before>

/**
 * Brings back whom a merge took away. The one who was kept loses what the merge gave, unless somebody has changed that
 * person since, or one of the others was erased, of whom it is the rest: then everything of that person stays.
 */
export async function undoMerge(
  tx: Tx,
  { id, about, people: counted }: ClaimedChange,
  { tenantId, at }: { tenantId: TenantId; at: Date },
): Promise<Undone> {
  await lockMerges(tx, tenantId)
  const people = await lockRecorded<Before>(tx, id)
  const kept = people.find(({ before }) => before.fields)
  const others = people.filter(({ before }) => before.accounts)
  const restored = others.filter(({ isUnchanged }) => isUnchanged)
  await restore(tx, idsOf(restored), at)
  await returnPointers(tx, people, { restored, keepId: about ?? '' })
  const isTakenBack = kept?.isUnchanged === true && others.length === counted
  if (isTakenBack) await takeBack(tx, { tenantId, kept, restored, at })
  const left = others.length - restored.length + (kept && !isTakenBack ? 1 : 0)
  return { people: restored.length, kept: left }
}

/**
 * Whoever had been merged into one of the restored earlier points to that one again, unless that was undone meanwhile. By
 * now they may point to whom the kept one was merged into in turn.
 */
async function returnPointers(
  tx: Tx,
  people: Recorded[],
  { restored, keepId }: { restored: Recorded[]; keepId: string },
): Promise<void> {
  const further = (await selectKept(tx, keepId))?.mergedInto
  const from = further ? [keepId, further] : [keepId]
  for (const { personId: to } of restored) {
    const ids = people.filter(({ before }) => before.mergedInto === to).map(({ personId }) => personId)
    if (ids.length > 0) await pointBack(tx, { ids, from, to })
  }
}

async function takeBack(
  tx: Tx,
  { tenantId, kept, restored, at }: { tenantId: TenantId; kept: Recorded; restored: Recorded[]; at: Date },
): Promise<void> {
  const { personId: keepId, before } = kept
  const { fields, givenPictureId, groups = [], families = [] } = before
  if (fields) await writePeople(tx, tenantId, [{ id: keepId, fields }], at)
  if (before.pictureId !== undefined) await setMergedPicture(tx, keepId, before.pictureId)
  if (givenPictureId) await deletePicture(tx, givenPictureId)
  await leaveGroups(
    tx,
    groups.map((groupId) => ({ groupId, personId: keepId })),
  )
  await leaveFamiliesOfMerged(tx, { personId: keepId, familyIds: families, at })
  for (const { personId, before: moved } of restored) {
    const { accounts = [], invites = [] } = moved
    await returnAccountsOfPerson(tx, { personId, keepId, accounts })
    await returnInvitesOfPerson(tx, { personId, keepId, invites })
    await personUnmerged.announce(tx, { personId, keepId, moved })
  }
}
