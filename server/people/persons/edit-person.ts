import type { editPerson as call, PersonDetail } from '#contract/people/persons.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit, deletePicture } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { setConfirmed } from './standing-store.ts'
import { checkPerson, type PersonFields } from './check-person.ts'
import { joinGroups, leaveGroups, lockGroups, selectGroupsOf } from '../groups/index.ts'
import { lockPerson, readPerson } from './read-person.ts'
import { updatePicture } from './person-store.ts'
import { writePeople } from './write-persons.ts'
import type { Writer } from '../writing/index.ts'

type Change = { id: string; body: Received<typeof call>['body'] }

/**
 * Writes what somebody read and changed. Throws `changed_meanwhile` when the person is no longer as it was read,
 * `archived` when nobody may write to it, `not_found` for an unknown person or group. Nothing changed is nothing written.
 */
export async function editPerson(tx: Tx, writer: Writer, { id, body }: Change): Promise<PersonDetail> {
  const { tenantId, actor, at } = writer
  const { groupIds, groupsBefore, version, ...input } = body
  const fields = checkPerson(input, writer)
  const before = await lockPerson(tx, id)
  if (before.version !== version) throw new ApiError('changed_meanwhile')
  const regrouped = await changeGroups(tx, tenantId, { personId: id, groupIds, groupsBefore })
  const changed: string[] = changedFields(before, fields)
  if (regrouped) changed.push('groups')
  if (changed.length === 0) return readPerson(tx, id, at)
  await writePeople(tx, tenantId, [{ id, fields }], at)
  // Whom staff has looked at and written to the church has taken in.
  if (actor.kind === 'staff') await setConfirmed(tx, [id])
  await audit(tx, tenantId, actor, { act: 'person.changed', subjectId: id, details: { fields: changed }, at })
  return readPerson(tx, id, at)
}

const birthday = ['birthDay', 'birthMonth', 'birthYear']

/** Names of what is different, a birthday being one thing. */
function changedFields(before: PersonFields, after: PersonFields): string[] {
  const names = (Object.keys(after) as (keyof PersonFields)[]).filter((name) => before[name] !== after[name])
  return [...new Set(names.map((name) => (birthday.includes(name) ? 'birthday' : name)))]
}

type Regrouping = { personId: string; groupIds: string[] | undefined; groupsBefore: string[] | undefined }

/** Writes only what was changed since it was read. True when the person was in other groups before. */
async function changeGroups(
  tx: Tx,
  tenantId: TenantId,
  { personId, groupIds, groupsBefore }: Regrouping,
): Promise<boolean> {
  if (!groupIds) return false
  if (!groupsBefore) throw new ApiError('invalid_input', { fields: { groupsBefore: 'Say which groups were read.' } })
  const [wanted, read] = [lowerSet(groupIds), lowerSet(groupsBefore)]
  const known = new Set(await selectGroupsOf(tx, personId))
  const come = [...wanted].filter((id) => !read.has(id) && !known.has(id))
  const gone = [...read].filter((id) => !wanted.has(id) && known.has(id))
  if ((await lockGroups(tx, come)) < come.length) throw new ApiError('not_found')
  const membership = (groupId: string) => ({ groupId, personId })
  await joinGroups(tx, tenantId, come.map(membership))
  await leaveGroups(tx, gone.map(membership))
  return come.length + gone.length > 0
}

const lowerSet = (ids: string[]): Set<string> => new Set(ids.map((id) => id.toLowerCase()))

/** Gives a person a picture that is kept already, and is nobody else's; the one before is deleted. Null: none. */
export async function attachPicture(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { personId, pictureId }: { personId: string; pictureId: string | null },
): Promise<void> {
  const { pictureId: before } = await lockPerson(tx, personId)
  if (pictureId === before) return
  await updatePicture(tx, personId, pictureId)
  if (before) await deletePicture(tx, before)
  await audit(tx, tenantId, actor, { act: 'person.changed', subjectId: personId, details: { fields: ['picture'] }, at })
}
