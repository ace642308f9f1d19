import { ownCodeOf } from '#contract/checkin/codes.ts'
import { genderIds, type PortalFamily, type PortalMember } from '#contract/checkin/family.ts'
import { familyRoles } from '#contract/people/families.ts'
import type { FamilyRecord, MemberRecord } from './family-store.ts'
import { familyPictureUrl } from './picture-address.ts'

/** A family in the shape of existing clients. */
export function presentFamily(tenantId: string, family: FamilyRecord, members: MemberRecord[]): PortalFamily {
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
    uniqueCode: ownCodeOf(family.id),
    familyMembers: members.filter(({ role }) => role !== familyRoles.guardian).map(presentMember),
  }
}

function presentParent({ id, firstName, lastName, phone, address, pictureId, email }: MemberRecord) {
  const pictureUrl = familyPictureUrl(pictureId)
  return { id, firstName, lastName, mobilePhone: phone, homeAddress: address, pictureUrl, email }
}

/** One of a family in the shape of existing clients. */
export function presentMember({
  id,
  role,
  firstName,
  lastName,
  pictureId,
  gender,
  ...member
}: MemberRecord): PortalMember {
  const { birthDay: dayOfBirth, birthMonth: monthOfBirth, birthYear: yearOfBirth, care } = member
  const birthday = { dayOfBirth, monthOfBirth, yearOfBirth }
  const named = { id, firstName, lastName, pictureUrl: familyPictureUrl(pictureId) }
  const genderID = gender && genderIds[gender]
  return { id, familyRoleID: role, person: { ...named, genderID, ...birthday, care } }
}
