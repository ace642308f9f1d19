import { type ActResult, type mergePeople as call, mergeFields } from '#contract/people/changes.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import {
  markTerms,
  archiveMerged,
  confirmKept,
  lockMerges,
  pointTo,
  lockTogether,
  type MergingPerson,
  type Pointer,
} from '../persons/standing-store.ts'
import { type Doer, record } from './record.ts'
import type { ActRow } from './change-store.ts'
import {
  copyPicture,
  giveFamilies,
  giveGroups,
  moveAccounts,
  moveInvites,
  selectAccounts,
  selectInvites,
} from './belongings-store.ts'
import { anyRegistered, movePortal, type PortalThings } from './portal-store.ts'
import type { Given } from './undo-merge.ts'
import { writeKept } from '../persons/write-persons.ts'
import type { Received } from '#contract/endpoint.ts'
import type { PersonFields } from '../persons/check-person.ts'

type AskedMerge = Received<typeof call>['body']
type Merge = { keepId: string; otherIds: string[]; take: Take }

/** What is asked, each person once. Throws `invalid_input` for a merge with oneself or a field of somebody else. */
function checkMerge({ keepId: asked, mergeIds, take: wanted }: AskedMerge): Merge {
  const keepId = asked.toLowerCase()
  const otherIds = [...new Set(mergeIds.map((id) => id.toLowerCase()))]
  const take: Take = Object.fromEntries(Object.entries(wanted).map(([field, id]) => [field, id?.toLowerCase()]))
  const faults: Record<string, string> = {}
  if (otherIds.includes(keepId)) faults['mergeIds'] = 'Nobody can be merged into themselves.'
  for (const [field, id] of Object.entries(take))
    if (id !== keepId && !otherIds.includes(id ?? '')) faults[`take.${field}`] = 'Choose one of the people merged.'
  if (Object.keys(faults).length > 0) throw new ApiError('invalid_input', { fields: faults })
  return { keepId, otherIds, take }
}

type Mergeable = {
  kept: MergingPerson
  /** In the order in which they were asked for. */
  others: MergingPerson[]
  /** Who was merged into one of the others earlier. */
  pointers: Pointer[]
  accounts: { id: string; personId: string }[]
  invites: { id: string; personId: string }[]
}

/** Locks everybody whom a merge touches. Throws `not_found`, `already_merged` and `has_account`. */
async function lockMergeable(tx: Tx, { keepId, otherIds }: Merge): Promise<Mergeable> {
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

type MergeField = (typeof mergeFields)[number]
/** Whose value of a field is kept, by the person's id. */
type Take = Partial<Record<MergeField, string>>
export type MergedFields = PersonFields & { pictureId: string | null }

/** What a field of a merge stands for: a birthday is one thing, not three. */
const parts: Record<MergeField, readonly (keyof MergedFields)[]> = {
  firstName: ['firstName'],
  lastName: ['lastName'],
  email: ['email'],
  phone: ['phone'],
  kind: ['kind'],
  gender: ['gender'],
  maritalStatus: ['maritalStatus'],
  birthday: ['birthDay', 'birthMonth', 'birthYear'],
  address: ['address'],
  joinedOn: ['joinedOn'],
  picture: ['pictureId'],
}

/** What the one who is kept is after a merge: what was chosen, else the first of `people` that is not empty. */
function mergedFields(people: readonly (MergedFields & { id: string })[], take: Take): MergedFields {
  const values = mergeFields.flatMap((field) => {
    const wanted = take[field]
    const from = people.find((person) => (wanted ? person.id === wanted : hasValue(person, field))) ?? people[0]
    return parts[field].map((part) => [part, from?.[part] ?? null] as const)
  })
  return Object.fromEntries(values) as MergedFields
}

const hasValue = (person: MergedFields, field: MergeField): boolean =>
  parts[field].some((part) => person[part] !== null && person[part] !== '')

/** What is written of a person, without what else is known. */
function fieldsOf(person: PersonFields): PersonFields {
  const { firstName, lastName, email, phone, kind, gender, maritalStatus, address, joinedOn } = person
  const { birthDay, birthMonth, birthYear } = person
  const named = { firstName, lastName, email, phone, kind, gender, maritalStatus }
  return { ...named, birthDay, birthMonth, birthYear, address, joinedOn }
}
