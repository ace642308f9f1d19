import {
  addFamilyMember,
  editFamilyMember,
  removeFamilyMember,
  type PortalFamily,
  type PortalMember,
  type CareNote,
} from '#contract/checkin/family.ts'
import { readHome } from '#contract/checkin/registration.ts'
import { call } from '../../../api/call.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { putFamily } from '../session/use-own-family.ts'
import { outdate } from '../reading/use-read.ts'

/** What the member's form gives. */
export type MemberDraft = {
  role: number
  firstName: string
  lastName: string
  pictureUrl: string | null
  genderID: number | null
  dayOfBirth: number | null
  monthOfBirth: number | null
  yearOfBirth: number | null
  care: CareNote[]
}

type Birthday = Pick<MemberDraft, 'dayOfBirth' | 'monthOfBirth' | 'yearOfBirth'>

const two = (part: number) => String(part).padStart(2, '0')

/** For the date field, which knows whole dates only: '' where a part is not known. */
export const dateOf = ({ dayOfBirth, monthOfBirth, yearOfBirth }: Birthday): string =>
  dayOfBirth && monthOfBirth && yearOfBirth
    ? `${String(yearOfBirth).padStart(4, '0')}-${two(monthOfBirth)}-${two(dayOfBirth)}`
    : ''

/** A field left empty keeps the parts that the church knows, such as a birthday without its year. */
export function birthdayOf(date: string, before: PortalMember['person'] | undefined): Birthday {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  if (date) return { dayOfBirth: day, monthOfBirth: month, yearOfBirth: year }
  if (before && !dateOf(before)) {
    const { dayOfBirth, monthOfBirth, yearOfBirth } = before
    return { dayOfBirth, monthOfBirth, yearOfBirth }
  }
  return { dayOfBirth: null, monthOfBirth: null, yearOfBirth: null }
}

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
