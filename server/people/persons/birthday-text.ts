import type { Birthday } from './birthday.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A birthday for a file: 1990-03-07, and where a part is not known `7 March`, `March 1990`, `March` or `1990`. */
export function birthdayText({ birthDay, birthMonth, birthYear }: Birthday): string {
  if (birthDay !== null && birthMonth !== null && birthYear !== null)
    return [birthYear, ...[birthMonth, birthDay].map((part) => `${part}`.padStart(2, '0'))].join('-')
  const month = birthMonth === null ? null : (MONTHS[birthMonth - 1] ?? null)
  return [birthDay, month, birthYear].filter((part) => part !== null).join(' ')
}
