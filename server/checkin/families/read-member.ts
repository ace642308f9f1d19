import { genderIds, type CareNote } from '#contract/checkin/family.ts'
import { familyRoles } from '#contract/people/families.ts'
import { ApiError } from '../../platform/http/index.ts'
import { cleanNote } from './care-notes.ts'

type Part = string | number | null | undefined
type BirthDateParts = { dayOfBirth?: Part; monthOfBirth?: Part; yearOfBirth?: Part }
type BirthDate = { birthDay: number | null; birthMonth: number | null; birthYear: number | null }

/** What existing clients send for a part that was not chosen. */
const UNTOUCHED = /^(?:day|month|year|0*)$/i
const NUMBER = /^\d{1,4}$/
const ranges = { dayOfBirth: [1, 31], monthOfBirth: [1, 12], yearOfBirth: [1880, 2200] } as const

/**
 * A birth date as it is kept. `untouched`: none of its parts was chosen, or none was sent. Null for a part that is no day,
 * month or year.
 */
function readBirthDate(parts: BirthDateParts): { untouched: boolean; date: BirthDate; faults: string[] } {
  const faults: string[] = []
  const read = (field: keyof typeof ranges): number | null => {
    const text = String(parts[field] ?? '').trim()
    if (UNTOUCHED.test(text)) return null
    const [least, most] = ranges[field]
    const value = NUMBER.test(text) ? Number(text) : 0
    if (value >= least && value <= most) return value
    faults.push(field)
    return null
  }
  const date = { birthDay: read('dayOfBirth'), birthMonth: read('monthOfBirth'), birthYear: read('yearOfBirth') }
  const untouched = Object.values(parts).every((part) => part === undefined || isPlaceholder(part))
  return { untouched, date, faults }
}

/** A null clears the part; a placeholder leaves it. */
const isPlaceholder = (part: Part): boolean => part !== null && UNTOUCHED.test(String(part).trim())

type MemberInput = BirthDateParts & {
  firstName: string
  lastName?: string | null | undefined
  pictureUrl?: string | null | undefined
  genderId?: number | null | undefined
  care?: CareNote[] | undefined
}

/** What was typed of somebody of a family; undefined: it stays as it is. */
export type MemberFields = {
  firstName: string
  lastName: string | undefined
  gender: 'male' | 'female' | null | undefined
  birthDate: BirthDate | undefined
  care: CareNote[] | undefined
}

/** Throws `invalid_input` with every field at fault. */
export function readMember(input: MemberInput): MemberFields {
  const faults: Record<string, string> = {}
  const gender = genderOf(input.genderId)
  if (gender === 'fault') faults['person.genderId'] = 'Choose one from the list.'
  const { dayOfBirth, monthOfBirth, yearOfBirth } = input
  const { untouched, date, faults: wrong } = readBirthDate({ dayOfBirth, monthOfBirth, yearOfBirth })
  for (const field of wrong) faults[`person.${field}`] = 'This date does not exist.'
  const care = input.care?.map(cleanNote)
  care?.forEach(({ name }, index) => {
    if (name === '') faults[`person.care.${index}.name`] = 'Say what it is.'
  })
  if (Object.keys(faults).length > 0 || gender === 'fault') throw new ApiError('invalid_input', { fields: faults })
  const lastName = input.lastName ?? undefined
  return { firstName: input.firstName, lastName, gender, birthDate: untouched ? undefined : date, care }
}

/** Existing clients send 0 for what was not chosen. */
function genderOf(id: number | null | undefined): 'male' | 'female' | null | undefined | 'fault' {
  if (id === undefined || id === 0) return undefined
  if (id === null) return null
  if (id === genderIds.male) return 'male'
  return id === genderIds.female ? 'female' : 'fault'
}

const gendersOfRoles: Readonly<Record<number, 'male' | 'female'>> = {
  [familyRoles.father]: 'male',
  [familyRoles.mother]: 'female',
  [familyRoles.son]: 'male',
  [familyRoles.daughter]: 'female',
}

/** What a role says of whoever has it; null: nothing. */
export const genderOfRole = (role: number): 'male' | 'female' | null => gendersOfRoles[role] ?? null

const wireNames: Readonly<Record<string, string>> = {
  birthDay: 'dayOfBirth',
  birthMonth: 'monthOfBirth',
  birthYear: 'yearOfBirth',
}

/** Hands faults of the people area on under the names of these calls. `prefix`: where the person stands in the request. */
export async function inWireNames<T>(work: Promise<T>, prefix: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_input' || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([name, text]) => [`${prefix}.${wireNames[name] ?? name}`, text])
    throw new ApiError('invalid_input', { fields: Object.fromEntries(fields) as Record<string, string> })
  }
}
