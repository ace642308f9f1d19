import type { FamilyRow } from '#contract/people/families.ts'
import { groupPhone } from '../../languages/phone.ts'
import { threeWay } from '../form/three-way.ts'
import { nameOf } from '../words.ts'

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

const fields = ['name', 'homePhone', 'email', 'address'] as const
export type FamilyField = (typeof fields)[number]

/**
 * Brings a draft up to what somebody else has written meanwhile: what was not touched here becomes theirs, what was
 * typed here stays, people who came or left on either side did. `clashes` are the fields that both have changed, to
 * different values.
 */
export function rebaseFamily(mine: FamilyDraft, before: FamilyDraft, theirs: FamilyDraft) {
  const touched = fields.filter((field) => mine[field] !== before[field])
  const clashes = touched.filter((field) => theirs[field] !== before[field] && theirs[field] !== mine[field])
  const kept = Object.fromEntries(touched.map((field) => [field, mine[field]]))
  const draft: FamilyDraft = { ...theirs, ...kept, members: threeWay(mine.members, before.members, theirs.members) }
  return { draft, clashes }
}
