import type { addFamilyMember as call } from '#contract/checkin/family.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { addPerson, cleanName, foldText } from '#server/people/index.ts'
import { dayIn } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { replaceCare } from './care-store.ts'
import { lockFamily, selectMembers, type MemberRecord } from './family-store.ts'
import { givePicture } from './give-picture.ts'
import { changeableFamily, lookingAfter, refuseForeign } from './own-family.ts'
import { genderOfRole, inWireNames, readMember, type MemberFields } from './read-member.ts'
import { refuseNamedByChurch } from './refuse-named.ts'
import { limitMembers, writerOf, type Writing } from './writer-of.ts'

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
  if (care) await replaceCare(tx, guardian.tenantId, { personId: id, notes: care, at })
  const { accountId } = guardian
  const giving = { personId: id, before: null, accountId, field: 'person.pictureUrl' }
  if (pictureUrl) await givePicture(tx, writer, { ...giving, pictureUrl })
  return id
}

const unborn = { birthDay: null, birthMonth: null, birthYear: null }
