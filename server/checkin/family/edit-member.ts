import type { editFamilyMember as call } from '#contract/checkin/family.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import { changeFamilyRole, editPerson, lockPerson, type WritablePerson } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { replaceCare } from './care-store.ts'
import { selectMembers } from './family-store.ts'
import { givePicture } from './give-picture.ts'
import { mayWrite } from './may-write.ts'
import { isSetByChurch } from './membership-store.ts'
import { changeableFamily, lookingAfter, refuseForeign } from './own-family.ts'
import { inWireNames, readMember, type MemberFields } from './read-member.ts'
import { refuseNamedByChurch } from './refuse-named.ts'
import { writerOf, type Writing } from './writer-of.ts'

type Body = Received<typeof call>['body']

/**
 * Changes somebody of the own family; what was not sent stays. Of whoever is known beyond the family only the role in it is
 * changed. Throws `not_found` for anybody else, `not_allowed`, `set_by_church`, `invalid_input`.
 */
export async function editMember(
  tx: Tx,
  writing: Writing,
  { person: input, ...body }: Body,
): Promise<Answer<typeof call>> {
  const { guardian } = writing
  const { familyId } = await changeableFamily(tx, guardian.personId)
  const id = body.id.toLowerCase()
  refuseForeign(body.tenantId, guardian.tenantId)
  refuseForeign(input.id, id)
  const member = (await selectMembers(tx, familyId)).find((one) => one.id === id)
  if (!member) throw new ApiError('not_found')
  const role = body.familyRoleId
  if (id === guardian.personId && !lookingAfter.includes(role))
    throw new ApiError('invalid_input', { fields: { familyRoleId: 'You are a parent or guardian in this family.' } })
  const fields = readMember(input)
  // By another role somebody would leave the limits that the church has set.
  if (role !== member.role && (await isSetByChurch(tx, familyId, id))) throw new ApiError('set_by_church')
  if (lookingAfter.includes(role)) {
    const { firstName, lastName = member.lastName } = fields
    const before = lookingAfter.includes(member.role) ? member : null
    await refuseNamedByChurch(tx, { familyId, before, firstName, lastName })
  }
  if (await mayWrite(tx, { familyId, personId: id, callerId: guardian.personId }))
    await savePerson(tx, writing, { id, fields, pictureUrl: input.pictureUrl })
  if (role !== member.role) await changeFamilyRole(tx, writerOf(writing), { familyId, personId: id, role })
  return { id, person: { id } }
}

type Saving = { id: string; fields: MemberFields; pictureUrl: string | null | undefined }

async function savePerson(tx: Tx, writing: Writing, { id, fields, pictureUrl }: Saving): Promise<void> {
  const { guardian, actor, at } = writing
  const { tenantId, accountId } = guardian
  const writer = writerOf(writing)
  const before = await lockPerson(tx, id)
  await inWireNames(editPerson(tx, writer, { id, body: bodyOf(before, fields) }), 'person')
  if (fields.care && (await replaceCare(tx, tenantId, { personId: id, notes: fields.care, at })))
    await audit(tx, tenantId, actor, { act: 'person.changed', subjectId: id, details: { fields: ['care'] }, at })
  await givePicture(tx, writer, {
    personId: id,
    before: before.pictureId,
    pictureUrl,
    accountId,
    field: 'person.pictureUrl',
  })
}

/** Everything else as the church has it. */
function bodyOf(before: WritablePerson, { firstName, lastName, gender, birthDate }: MemberFields) {
  const { isArchived: _isArchived, pictureId: _pictureId, ...kept } = before
  return {
    ...kept,
    firstName,
    ...(lastName === undefined ? {} : { lastName }),
    ...(gender === undefined ? {} : { gender }),
    ...birthDate,
  }
}
