import { mergeFields, type ChangeResult, type mergePeople as call } from '#contract/people/changes.ts'
import type { Received } from '#contract/endpoint.ts'
import {
  audit,
  copyPicture,
  moveAccountsOfPeople,
  moveInvitesOfPeople,
  peopleWithAccount,
} from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { announcement } from '../../platform/announcements.ts'
import { joinFamiliesOfMerged } from '../families/index.ts'
import { joinGroupsOfMerged } from '../groups/index.ts'
import {
  archiveMerged,
  lockMerges,
  lockTogether,
  setMergedPicture,
  writePeople,
  type MergedFields,
  type MergingPerson,
  type PersonFields,
  type Pointer,
} from '../persons/index.ts'
import type { Doer } from '../writing/index.ts'
import type { ChangedPerson } from './change-store.ts'
import { record } from './record.ts'
import type { Given } from './undo-merge.ts'

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
}

/** Locks everybody whom a merge touches. Throws `not_found`, `already_merged` and `has_account`. */
async function lockMergeable(tx: Tx, { keepId, otherIds }: Merge): Promise<Mergeable> {
  const ids = [keepId, ...otherIds]
  const locked = await lockTogether(tx, ids)
  const byId = new Map(locked.map((person) => [person.id, person]))
  const [kept, ...others] = ids.flatMap((id) => byId.get(id) ?? [])
  if (!kept || others.length < otherIds.length) throw new ApiError('not_found')
  if ([kept, ...others].some(({ isArchived }) => isArchived)) throw new ApiError('already_merged')
  if ((await peopleWithAccount(tx, ids)).length > 1) throw new ApiError('has_account')
  const pointers = locked.flatMap(({ id, mergedInto }) =>
    mergedInto && otherIds.includes(mergedInto) ? [{ id, mergedInto }] : [],
  )
  return { kept, others, pointers }
}

/** What a reaction moved of some people, by their ids: plain values under names of its own, kept with the merge. */
type Moved = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** The others were merged into the one who is kept; all are locked. Who may not let it happen throws the refusal. */
export const peopleMerged = announcement<{ keepId: string; otherIds: string[]; at: Date }, Moved>()

/**
 * Merges people who are one into the one who is kept. Throws `not_found` when one of them is unknown, `already_merged`
 * when one is archived or merged by now, `has_account` when two of them sign in, and what those who react to it throw:
 * `registered_now`.
 */
export async function mergePeople(tx: Tx, doer: Doer, asked: AskedMerge): Promise<ChangeResult> {
  const merge = checkMerge(asked)
  const { keepId, otherIds } = merge
  const { tenantId, actor, at } = doer
  await lockMerges(tx, tenantId)
  const found = await lockMergeable(tx, merge)
  const fields = mergedFields([found.kept, ...found.others], merge.take)
  const picture = await givePicture(tx, found.kept.pictureId, fields.pictureId)
  const given = {
    ...picture,
    groups: await joinGroupsOfMerged(tx, merge),
    families: await joinFamiliesOfMerged(tx, merge),
  }
  await writePeople(tx, tenantId, [{ id: keepId, fields }], at)
  await setMergedPicture(tx, keepId, picture.givenPictureId ?? fields.pictureId)
  await archiveMerged(tx, { ...merge, at })
  const rows = rowsOf(found, given, await moveBelongings(tx, { keepId, otherIds, at }))
  const details = { people: otherIds.length }
  await audit(tx, tenantId, actor, { act: 'person.merged', subjectId: keepId, details, at })
  return record(tx, doer, { kind: 'merge', about: keepId, rows, people: otherIds.length })
}

type MovedOf = (personId: string) => object

/** What other areas have of the others is of the one who is kept from now on. Answers what was moved of each. */
async function moveBelongings(tx: Tx, merge: { keepId: string; otherIds: string[]; at: Date }): Promise<MovedOf> {
  const moved: Moved[] = [
    await moveAccountsOfPeople(tx, merge),
    await moveInvitesOfPeople(tx, merge),
    ...(await peopleMerged.announce(tx, merge)),
  ]
  return (personId) => moved.reduce<object>((all, each) => ({ ...all, ...each.get(personId) }), {})
}

/** A picture taken over is copied, the one before is kept for undoing. Empty when the picture stays as it is. */
async function givePicture(tx: Tx, before: string | null, wanted: string | null) {
  if (wanted === before) return {}
  return { pictureId: before, givenPictureId: wanted && (await copyPicture(tx, wanted)) }
}

function rowsOf({ kept, others, pointers }: Mergeable, given: Given, movedOf: MovedOf): ChangedPerson[] {
  return [
    { personId: kept.id, before: { fields: fieldsOf(kept), ...given }, version: kept.version + 1 },
    ...others.map(({ id, version }) => ({ personId: id, before: movedOf(id), version: version + 1 })),
    ...pointers.map(({ id, mergedInto }) => ({ personId: id, before: { mergedInto }, version: null })),
  ]
}

type MergeField = (typeof mergeFields)[number]
/** Whose value of a field is kept, by the person's id. */
type Take = Partial<Record<MergeField, string>>

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
