/** Any part may be missing; a day says nothing without its month. */
export type Birthday = { birthDay: number | null; birthMonth: number | null; birthYear: number | null }
export type BirthdayFault = { field: keyof Birthday; message: string }

/** Any leap year: who does not tell the year may be born on 29 February. */
const LEAP_YEAR = 2000

/** What is wrong with a birthday; null: nothing. `today` is the church's day, YYYY-MM-DD. */
export function faultOfBirthday({ birthDay, birthMonth, birthYear }: Birthday, today: string): BirthdayFault | null {
  if (birthDay !== null && birthMonth === null) return { field: 'birthMonth', message: 'Choose the month too.' }
  if (birthDay !== null && birthMonth !== null && birthDay > lastDayOf(birthYear ?? LEAP_YEAR, birthMonth))
    return { field: 'birthDay', message: 'That month does not have this day.' }
  if (birthYear !== null && earliest({ birthDay, birthMonth, birthYear }) > today)
    return { field: 'birthYear', message: 'A birthday cannot be in the future.' }
  return null
}

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const earliest = ({ birthDay, birthMonth, birthYear }: Birthday): string =>
  [`${birthYear}`, ...[birthMonth ?? 1, birthDay ?? 1].map((part) => `${part}`.padStart(2, '0'))].join('-')
