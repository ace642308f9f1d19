import { deletePicture } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { PersonFields } from '../persons/check-person.ts'
import { giveUpPlaces } from '../families/places-store.ts'
import { restore, lockMerges, pointBack, selectKept } from '../persons/standing-store.ts'
import { lockRecorded, type RecordedPerson } from './record.ts'
import type { ClaimedAct, Undone } from './change-store.ts'
import { returnAccounts, returnInvites, takeFamilies, takeGroups } from './belongings-store.ts'
import { returnPortal, type PortalThings } from './portal-store.ts'
import { writeKept } from '../persons/write-persons.ts'

/** What a merge gave to the one who was kept. The pictures are absent when the picture stayed. */
export type Given = {
  groups: string[]
  families: string[]
  /** The picture before. */
  pictureId?: string | null
  givenPictureId?: string | null
}

/**
 * Of the one who was kept: fields and what was given. Of the others: their accounts and invitations and what they had at
 * the portal (absent in merges of earlier versions), or whom they pointed to.
 */
type Before = Partial<Given> & {
  fields?: PersonFields
  accounts?: string[]
  invites?: string[]
  portal?: PortalThings
  mergedInto?: string
}
type Recorded = RecordedPerson<Before>

/**
 * Brings back whom a merge took away. The one who was kept loses what the merge gave, unless somebody has changed that
 * person since, or one of the others was erased, of whom it is the rest: then everything of that person stays. The places
 * in classes that a family has taken since for the one who leaves it again are given up, as whenever somebody leaves a family.
 */
export async function undoMerge(
  tx: Tx,
  { tenantId, act: { id: actId, about, people: counted }, at }: { tenantId: string; act: ClaimedAct; at: Date },
): Promise<Undone> {
  await lockMerges(tx, tenantId)
  const people = await lockRecorded<Before>(tx, actId)
  const kept = people.find(({ before }) => before.fields)
  const others = people.filter(({ before }) => before.accounts)
  const restored = others.filter(({ isUnchanged }) => isUnchanged)
  await restore(
    tx,
    restored.map(({ personId }) => personId),
  )
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
  { tenantId, kept, restored, at }: { tenantId: string; kept: Recorded; restored: Recorded[]; at: Date },
): Promise<void> {
  const { personId: keepId, before } = kept
  const { fields, givenPictureId, pictureId = (await selectKept(tx, keepId))?.pictureId ?? null } = before
  if (fields) await writeKept(tx, tenantId, { ...fields, id: keepId, pictureId })
  if (givenPictureId) await deletePicture(tx, givenPictureId)
  await takeGroups(tx, keepId, before.groups ?? [])
  const families = before.families ?? []
  await takeFamilies(tx, keepId, families)
  await giveUpPlaces(tx, { familyIds: families, personIds: [keepId] }, at)
  for (const { personId, before: own } of restored) {
    await returnAccounts(tx, { accountIds: own.accounts ?? [], personId, keepId })
    await returnInvites(tx, { inviteIds: own.invites ?? [], personId, keepId })
    if (own.portal) await returnPortal(tx, { things: own.portal, personId, keepId })
  }
}
