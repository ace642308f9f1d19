import { familyRoles } from '#contract/people/families.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type GuardianCaller } from '../../platform/http/index.ts'
import {
  selectOwnFamily,
  selectMembers,
  selectWholeFamily,
  type MemberRecord,
  type FamilyRecord,
} from './family-store.ts'
import { type PortalFamily, type PortalMember, genderIds } from '#contract/checkin/family.ts'
import { familyPictureUrl } from './pictures.ts'

type OwnFamily = {
  familyId: string
  /** Of the guardian, in this family. */
  role: number
  /**
   * Whether they may change members, guardians, grants and the profile, and read what only the family knows: parents may,
   * others where there is no parent.
   */
  mayChange: boolean
}

/** Roles in which somebody looks after the children of a family. */
export const lookingAfter: readonly number[] = [
  familyRoles.father,
  familyRoles.mother,
  familyRoles.guardian,
  familyRoles.other,
]

const parents: readonly number[] = [familyRoles.father, familyRoles.mother]

/** Whether somebody in this role may change the family. */
const mayChangeAs = ({ role, hasParent }: { role: number; hasParent: boolean }): boolean =>
  parents.includes(role) || !hasParent

/** The family in which a guardian looks after children. Throws `not_found` when there is none. */
export async function ownFamily(tx: Tx, personId: string): Promise<OwnFamily> {
  const family = await selectOwnFamily(tx, personId)
  if (!family) throw new ApiError('not_found')
  const { familyId, role } = family
  return { familyId, role, mayChange: mayChangeAs(family) }
}

/** Throws `not_found` for a family or church that is claimed and is not the guardian's own; nothing claimed is no fault. */
export function refuseForeign(claimed: string | null | undefined, own: string): void {
  if (claimed && claimed.toLowerCase() !== own) throw new ApiError('not_found')
}

/** The same for whoever is about to change something in it. Throws `not_found`, and `not_allowed` for who may only look. */
export async function changeableFamily(tx: Tx, personId: string): Promise<OwnFamily> {
  const family = await ownFamily(tx, personId)
  if (!family.mayChange) throw new ApiError('not_allowed')
  return family
}

/** A family in the shape of existing clients. */
function presentFamily(tenantId: string, family: FamilyRecord, members: MemberRecord[]): PortalFamily {
  const first = (role: number) => members.find((member) => member.role === role) ?? null
  const [father, mother] = [first(familyRoles.father), first(familyRoles.mother)]
  return {
    id: family.id,
    tenantID: tenantId,
    familyName: family.name,
    fatherID: father?.id ?? null,
    motherID: mother?.id ?? null,
    father: father && presentParent(father),
    mother: mother && presentParent(mother),
    homePhone: family.homePhone,
    email: family.email,
    address: family.address,
    uniqueCode: family.code,
    familyMembers: members.filter(({ role }) => role !== familyRoles.guardian).map(presentMember),
  }
}

function presentParent({ id, firstName, lastName, phone, address, pictureId, email }: MemberRecord) {
  const pictureUrl = familyPictureUrl(pictureId)
  return { id, firstName, lastName, mobilePhone: phone, homeAddress: address, pictureUrl, email }
}

/** One of a family in the shape of existing clients. */
function presentMember({ id, role, firstName, lastName, pictureId, gender, ...member }: MemberRecord): PortalMember {
  const { birthDay: dayOfBirth, birthMonth: monthOfBirth, birthYear: yearOfBirth, care } = member
  const birthday = { dayOfBirth, monthOfBirth, yearOfBirth }
  const named = { id, firstName, lastName, pictureUrl: familyPictureUrl(pictureId) }
  const genderID = gender && genderIds[gender]
  return { id, familyRoleID: role, person: { ...named, genderID, ...birthday, care } }
}

type Shown = (url: string | null) => string | null

/** The same with addresses of pictures as whoever asks can show them. */
export const shownFamily = (family: PortalFamily, shown: Shown): PortalFamily => ({
  ...family,
  father: family.father && { ...family.father, pictureUrl: shown(family.father.pictureUrl) },
  mother: family.mother && { ...family.mother, pictureUrl: shown(family.mother.pictureUrl) },
  familyMembers: family.familyMembers.map((member) => shownMember(member, shown)),
})

export const shownMember = (member: PortalMember, shown: Shown): PortalMember => ({
  ...member,
  person: { ...member.person, pictureUrl: shown(member.person.pictureUrl) },
})

/**
 * The own family of a guardian; notes of care and addresses for whoever may change it only. `personId` is a claim. Throws `not_found` for anybody but one of the family.
 */
export async function readOwnFamily(
  tx: Tx,
  { tenantId, personId: callerId }: GuardianCaller,
  claimed: string | undefined,
): Promise<PortalFamily> {
  const own = await selectWholeFamily(tx, callerId)
  const isOwn = claimed === undefined || own?.members.some(({ id }) => id === claimed.toLowerCase())
  if (!own || !isOwn) throw new ApiError('not_found')
  const hasParent = own.members.some(({ role }) => parents.includes(role))
  if (mayChangeAs({ role: own.role, hasParent })) return presentFamily(tenantId, own.family, own.members)
  return presentFamily(tenantId, { ...own.family, address: null }, own.members.map(asOthersKnow))
}

const asOthersKnow = (member: MemberRecord): MemberRecord => ({ ...member, address: null, care: [] })

/** The guardians of the own family; empty rather than missing. `familyId` is a claim. */
export async function readGuardians(
  tx: Tx,
  { personId }: GuardianCaller,
  claimed: string | undefined,
): Promise<{ returnObject: PortalMember[] }> {
  const { familyId, mayChange } = await ownFamily(tx, personId)
  refuseForeign(claimed, familyId)
  const members = (await selectMembers(tx, familyId)).map((member) => (mayChange ? member : asOthersKnow(member)))
  return { returnObject: members.filter(({ role }) => role === familyRoles.guardian).map(presentMember) }
}
