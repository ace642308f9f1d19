import type { CareNote, PortalMember } from '#contract/checkin/family.ts'

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
