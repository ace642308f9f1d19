import {
  addFamilyMember,
  editFamilyMember,
  removeFamilyMember,
  type PortalFamily,
  type PortalMember,
} from '#contract/checkin/family.ts'
import { readHome } from '#contract/checkin/registration.ts'
import { call } from '../../../api/call.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { putFamily } from '../shared/use-own-family.ts'
import { outdate } from '../shared/use-read.ts'
import type { MemberDraft } from './member-draft.ts'

/** What is sent: existing clients' names for the same. */
const personOf = (draft: MemberDraft) => ({
  firstName: draft.firstName,
  lastName: draft.lastName,
  pictureUrl: draft.pictureUrl,
  genderId: draft.genderID,
  dayOfBirth: draft.dayOfBirth,
  monthOfBirth: draft.monthOfBirth,
  yearOfBirth: draft.yearOfBirth,
  care: draft.care,
})

const memberOf = (id: string, { role, ...person }: MemberDraft): PortalMember => ({
  id,
  familyRoleID: role,
  person: { id, ...person },
})

/** Adds, changes and takes out; the list shows it as soon as the server has said yes. */
export function useMemberActs(family: PortalFamily) {
  const press = useIdempotencyKey()
  const show = (familyMembers: PortalMember[]) => {
    putFamily({ ...family, familyMembers })
    outdate(readHome)
  }
  const add = async (draft: MemberDraft) => {
    const body = { familyId: family.id, tenantId: family.tenantID, familyRoleId: draft.role, person: personOf(draft) }
    const { id } = await call(addFamilyMember, { body }, { idempotencyKey: press.keyFor(body) })
    press.done()
    const others = family.familyMembers.filter((member) => member.id !== id)
    show([...others, memberOf(id, draft)])
  }
  const edit = async (member: PortalMember, draft: MemberDraft) => {
    const { id } = member
    const person = { id: member.person.id, ...personOf(draft) }
    await call(editFamilyMember, { body: { id, tenantId: family.tenantID, familyRoleId: draft.role, person } })
    show(family.familyMembers.map((one) => (one.id === id ? memberOf(id, draft) : one)))
  }
  return {
    save: (member: PortalMember | null, draft: MemberDraft) => (member ? edit(member, draft) : add(draft)),
    remove: async ({ id }: PortalMember) => {
      await call(removeFamilyMember, { query: { id } })
      show(family.familyMembers.filter((one) => one.id !== id))
    },
  }
}
