import type { editFamilyProfile as call, PortalFamily } from '#contract/checkin/family.ts'
import type { Received } from '#contract/endpoint.ts'
import { familyRoles } from '#contract/people/families.ts'
import { editFamily, editPerson, lockPerson } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { lockFamily, selectFamily, selectMembers } from './family-store.ts'
import { givePicture, pictureIdIn } from './pictures.ts'
import { mayWrite, refuseNamedByChurch, writerOf, type Writing } from './family-writer.ts'
import { changeableFamily, refuseForeign, readOwnFamily } from './own-family.ts'
import { inWireNames } from './read-member.ts'

type Body = Received<typeof call>['body']
type Parent = NonNullable<Body['father']>

/**
 * Changes the own family's name and addresses, and its parents' names and pictures; what was not sent stays, and so do the
 * names of a parent who is known beyond the family. Throws `not_found` for another family or a parent that the family does
 * not have, `not_allowed`, `set_by_church`, `invalid_input`.
 */
export async function editProfile(tx: Tx, writing: Writing, body: Body): Promise<PortalFamily> {
  const { guardian } = writing
  const { familyId } = await changeableFamily(tx, guardian.personId)
  refuseForeign(body.id, familyId)
  // People are locked before families, everywhere.
  for (const name of ['father', 'mother'] as const) {
    const parent = body[name]
    if (parent) await editParent(tx, writing, { familyId, name, parent })
  }
  await saveFamily(tx, writing, { familyId, body })
  return readOwnFamily(tx, guardian, undefined)
}

async function saveFamily(
  tx: Tx,
  writing: Writing,
  { familyId, body }: { familyId: string; body: Body },
): Promise<void> {
  const family = (await lockFamily(tx, familyId)) && (await selectFamily(tx, familyId))
  if (!family) throw new ApiError('not_found')
  const members = (await selectMembers(tx, familyId)).map(({ id, role }) => ({ personId: id, role }))
  const { familyName: name, email = family.email, homePhone = family.homePhone, address = family.address } = body
  const edited = { name, email, homePhone, address, members, version: family.version }
  try {
    await editFamily(tx, writerOf(writing), { id: familyId, body: edited })
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields?.['name']) throw error
    const { name: familyName, ...fields } = error.fields
    throw new ApiError('invalid_input', { fields: { ...fields, familyName } })
  }
}

type Edited = { familyId: string; name: 'father' | 'mother'; parent: Parent }

async function editParent(tx: Tx, writing: Writing, { familyId, name, parent }: Edited): Promise<void> {
  const member = (await selectMembers(tx, familyId)).find(({ role }) => role === familyRoles[name])
  if (!member) throw new ApiError('not_found')
  const { isArchived: _isArchived, pictureId, ...before } = await lockPerson(tx, member.id)
  const { firstName, lastName, pictureUrl } = parent
  const isSame =
    firstName === before.firstName &&
    (lastName ?? before.lastName) === before.lastName &&
    (pictureUrl === undefined || (pictureUrl ? (pictureIdIn(pictureUrl) ?? pictureUrl) : null) === pictureId)
  const about = { familyId, personId: member.id, callerId: writing.guardian.personId }
  if (isSame || !(await mayWrite(tx, about))) return
  const body = { ...before, firstName, lastName: lastName ?? before.lastName }
  await refuseNamedByChurch(tx, { ...body, familyId, before: { ...before, id: member.id } })
  await inWireNames(editPerson(tx, writerOf(writing), { id: member.id, body }), name)
  const { accountId } = writing.guardian
  const giving = { personId: member.id, before: pictureId, pictureUrl, accountId, field: `${name}.pictureUrl` }
  await givePicture(tx, writerOf(writing), giving)
}
