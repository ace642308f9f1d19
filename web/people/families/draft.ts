import type { FamilyRow } from '#contract/people/families.ts'
import { groupPhone } from '../../languages/phone.ts'
import { nameOf } from '../person-parts.tsx'

export type MemberDraft = { id: string; name: string; role: number }

/** A family as it is being typed; '' is what was left empty. */
export type FamilyDraft = {
  name: string
  homePhone: string
  email: string
  address: string
  members: readonly MemberDraft[]
}

export const emptyFamily: FamilyDraft = { name: '', homePhone: '', email: '', address: '', members: [] }

export const familyDraftOf = ({ name, homePhone, email, address, members }: FamilyRow): FamilyDraft => ({
  name,
  homePhone: homePhone ? groupPhone(homePhone) : '',
  email: email ?? '',
  address: address ?? '',
  members: members.map((member) => ({ id: member.id, name: nameOf(member), role: member.role })),
})

/** As the server takes it. */
export const bodyOf = ({ name, homePhone, email, address, members }: FamilyDraft) => ({
  name,
  homePhone: homePhone || null,
  email: email || null,
  address: address || null,
  members: members.map(({ id, role }) => ({ personId: id, role })),
})

export const isFamilyChanged = (draft: FamilyDraft, before: FamilyDraft): boolean =>
  JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(before))
