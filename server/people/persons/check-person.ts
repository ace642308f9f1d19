import type { z } from 'zod/mini'
import type { personInput } from '#contract/people/persons.ts'
import { cleanName } from '../../platform/clean-name.ts'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { cleanEmail } from '../../platform/clean-email.ts'
import { cleanLines, phoneOf } from '../writing/index.ts'

/** What is kept of a person: names cleaned, phone as E.164, days that exist. */
export type PersonFields = z.output<typeof personInput>

/** Where and when it is written: phones and days are the church's own. */
type Place = { isoCode: string; timeZone: string; at: Date }

/** Of the days on which people joined, YYYY-MM-DD. */
export const JOINED_EARLIEST = '1900-01-01'

/** A person as it is kept. Throws `invalid_input` with every field at fault. */
export function checkPerson(input: PersonFields, place: Place): PersonFields {
  const faults: Record<string, string> = {}
  const today = dayIn(place.timeZone, place.at)
  const firstName = cleanName(input.firstName)
  if (firstName === '') faults['firstName'] = 'A name is needed.'
  const email = cleanEmail(input.email ?? '')
  if (email === null) faults['email'] = 'Enter a valid email.'
  const phone = phoneOf(input.phone, place.isoCode)
  if (phone === undefined) faults['phone'] = 'Enter a valid phone number.'
  const birthday = faultOfBirthday(input, today)
  if (birthday) faults[birthday.field] = birthday.message
  if (!isJoiningDay(input.joinedOn, today)) faults['joinedOn'] = 'Choose a date that is not in the future.'
  if (Object.keys(faults).length > 0) throw new ApiError('invalid_input', { fields: faults })
  return {
    ...input,
    firstName,
    lastName: cleanName(input.lastName),
    email: email || null,
    phone: phone ?? null,
    address: cleanLines(input.address),
  }
}

/** Tomorrow passes: a device may be in a zone ahead of the church's. */
const isJoiningDay = (day: string, today: string): boolean => day >= JOINED_EARLIEST && day <= addDays(today, 1)

/** Any part may be missing; a day says nothing without its month. */
export type Birthday = { birthDay: number | null; birthMonth: number | null; birthYear: number | null }
type BirthdayFault = { field: keyof Birthday; message: string }

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
