type Part = string | number | null | undefined
export type BirthDateParts = { dayOfBirth?: Part; monthOfBirth?: Part; yearOfBirth?: Part }
export type BirthDate = { birthDay: number | null; birthMonth: number | null; birthYear: number | null }

/** What existing clients send for a part that was not chosen. */
const UNTOUCHED = /^(?:day|month|year|0*)$/i
const NUMBER = /^\d{1,4}$/
const ranges = { dayOfBirth: [1, 31], monthOfBirth: [1, 12], yearOfBirth: [1880, 2200] } as const

/**
 * A birth date as it is kept. `untouched`: none of its parts was chosen, or none was sent. Null for a part that is no day,
 * month or year.
 */
export function readBirthDate(parts: BirthDateParts): { untouched: boolean; date: BirthDate; faults: string[] } {
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
