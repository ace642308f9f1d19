import type { addFamilyMember as call, editFamilyMember as editFamilyMemberCall } from '#contract/checkin/family.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import {
  addPerson,
  cleanName,
  foldText,
  changeFamilyRole,
  editPerson,
  lockPerson,
  type WritablePerson,
  leaveFamily,
} from '../../people/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { lockFamily, selectMembers, type MemberRecord, isInClass } from './family-store.ts'
import { givePicture } from './pictures.ts'
import { changeableFamily, lookingAfter, refuseForeign } from './own-family.ts'
import { genderOfRole, inWireNames, readMember, type MemberFields } from './read-member.ts'
import { refuseNamedByChurch, limitMembers, writerOf, type Writing, mayWrite } from './family-writer.ts'
import { audit } from '../../identity/index.ts'
import { changeCare } from './care-notes.ts'
import { isSetByChurch, endGrants, isNamedByChurch } from './grant-store.ts'

type Body = Received<typeof call>['body']
type Added = Answer<typeof call>

/** What a family may be edited with. */
const MEMBERS_MOST = 30

/**
 * Adds somebody to the own family. Who is there already by this name and in this role is answered, however often and at
 * whatever moment it is asked. Throws `not_found` for another family or church, `not_allowed`, `set_by_church`,
 * `invalid_input`, `family_full`, `too_many_tries`.
 */
export async function addMember(tx: Tx, writing: Writing, { person: input, ...body }: Body): Promise<Added> {
  const { guardian } = writing
  const { familyId } = await changeableFamily(tx, guardian.personId)
  refuseForeign(body.familyId, familyId)
  refuseForeign(body.tenantId, guardian.tenantId)
  const fields = readMember(input)
  if (!(await lockFamily(tx, familyId))) throw new ApiError('not_found')
  const members = await selectMembers(tx, familyId)
  const known = members.find((member) => isSame(member, { ...fields, role: body.familyRoleId }))
  if (known) return { id: known.id, person: { id: known.id } }
  if (lookingAfter.includes(body.familyRoleId)) {
    const { firstName, lastName = '' } = fields
    await refuseNamedByChurch(tx, { familyId, before: null, firstName, lastName })
  }
  if (members.length >= MEMBERS_MOST) throw new ApiError('family_full')
  await limitMembers(tx, writing)
  const id = await add(tx, writing, { familyId, role: body.familyRoleId, fields, pictureUrl: input.pictureUrl })
  return { id, person: { id } }
}

const nameOf = (firstName: string, lastName: string): string =>
  foldText(`${cleanName(firstName)} ${cleanName(lastName)}`)

const isSame = (member: MemberRecord, { role, firstName, lastName = '' }: MemberFields & { role: number }): boolean =>
  member.role === role && nameOf(member.firstName, member.lastName) === nameOf(firstName, lastName)

type Adding = { familyId: string; role: number; fields: MemberFields; pictureUrl: string | null | undefined }

async function add(tx: Tx, writing: Writing, { familyId, role, fields, pictureUrl }: Adding): Promise<string> {
  const { guardian, at } = writing
  const writer = writerOf(writing)
  const { firstName, lastName = '', gender = genderOfRole(role), birthDate, care } = fields
  const named = { firstName, lastName, gender, ...(birthDate ?? unborn) }
  const rest = { email: null, phone: null, kind: 'member', maritalStatus: null, address: null } as const
  const joinedOn = dayIn(guardian.church.timeZone, at)
  const added = { ...named, ...rest, joinedOn, groupIds: [], family: { id: familyId, role } }
  const { id } = await inWireNames(addPerson(tx, writer, added), 'person')
  if (care) await changeCare(tx, guardian.tenantId, { personId: id, notes: care, at })
  const { accountId } = guardian
  const giving = { personId: id, before: null, accountId, field: 'person.pictureUrl' }
  if (pictureUrl) await givePicture(tx, writer, { ...giving, pictureUrl })
  return id
}

const unborn = { birthDay: null, birthMonth: null, birthYear: null }

type EditMemberBody = Received<typeof editFamilyMemberCall>['body']

/**
 * Changes somebody of the own family; what was not sent stays. Of whoever is known beyond the family only the role in it is
 * changed. Throws `not_found` for anybody else, `not_allowed`, `set_by_church`, `invalid_input`.
 */
export async function editMember(
  tx: Tx,
  writing: Writing,
  { person: input, ...body }: EditMemberBody,
): Promise<Answer<typeof editFamilyMemberCall>> {
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
  if (fields.care && (await changeCare(tx, tenantId, { personId: id, notes: fields.care, at })))
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

/** A child whom nobody signed out at an event that was over for so long is not in class any more. */
const LONG_OVER_MS = 24 * 60 * 60 * 1000

/**
 * Takes somebody out of the own family; the person stays with the church, and what was said in the family about who may
 * collect ends for them. Throws `not_found` for anybody else, `not_allowed`, `own_family`, `in_class`, `set_by_church`.
 */
export async function removeMember(tx: Tx, writing: Writing, asked: string): Promise<{ response: string }> {
  const { guardian, at } = writing
  const { familyId } = await changeableFamily(tx, guardian.personId)
  const personId = asked.toLowerCase()
  const members = await selectMembers(tx, familyId)
  if (!members.some(({ id }) => id === personId)) throw new ApiError('not_found')
  if (personId === guardian.personId) throw new ApiError('own_family')
  if (await isInClass(tx, personId, new Date(at.getTime() - LONG_OVER_MS))) throw new ApiError('in_class')
  if (await isNamedByChurch(tx, familyId, personId)) throw new ApiError('set_by_church')
  await leaveFamily(tx, writerOf(writing), { familyId, personId })
  await endGrants(tx, { familyId, personId, at })
  return { response: 'Removed from your family.' }
}
