import type { ImportReason } from '#contract/people/imports.ts'
import { cleanName, NAME_MAX_LENGTH } from '../../platform/clean-name.ts'
import { normalisePhone, splitPhones } from '../../platform/phones/index.ts'
import { addDays } from '../../platform/runtime/index.ts'
import { cleanEmail } from '../../platform/clean-email.ts'
import { cleanLines } from '../writing/index.ts'
import { JOINED_EARLIEST } from '../persons/index.ts'
import { foldText } from '../../platform/fold-text.ts'

/** Something read from a cell, with what of it was left out, or why it cannot be. */
export type Reading<T> =
  | { value: T; leftOut?: { reason: ImportReason; text: string } | undefined }
  | { reason: ImportReason }

export type DateOrder = 'dmy' | 'mdy' | 'ymd'
/** What a text tells of a day; each part may be missing. */
export type DateParts = { day: number | null; month: number | null; year: number | null }

/** `today` (YYYY-MM-DD) says which century 85 is of. */
type Reader = { order: DateOrder; today: string }

const TIME = /(?:T|(?<!\s)\s+)\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?.*$/
const SERIAL = /^(\d{5})(?:\.\d+)?$/
const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
const LEAP_YEAR = 2000
/** Words that stand around a day and say nothing of it. */
const FILLERS = new Set(
  `st nd rd th er o a de du del da do le la el the of on tarehe
  mon monday tue tues tuesday wed wednesday thu thur thursday fri friday sat saturday sun sunday
  lundi mardi mercredi jeudi vendredi samedi dimanche`.split(/\s+/),
)

/**
 * A day as people and spreadsheets write it: ISO, by numbers in the given order (or the only one in which it is a day),
 * with the month's name, as the number of a spreadsheet, without its year, or the year alone. Null when it is no day.
 */
export function readDate(text: string, reader: Reader): DateParts | null {
  const plain = text.trim().replace(TIME, '').trim()
  const serial = SERIAL.exec(plain)?.[1]
  if (serial) return fromSerial(Number(serial))
  if (/\p{L}/u.test(plain)) return fromWords(plain, reader)
  const numbers = /^\d{8}$/.test(plain) ? compactNumbers(plain, reader.order) : plain.split(/\s*[-/.,\s]\s*/)
  return numbers.every((number) => /^\d{1,4}$/.test(number)) ? fromNumbers(numbers, reader) : null
}

function fromSerial(days: number): DateParts {
  const date = new Date(SPREADSHEET_EPOCH + days * DAY_MS)
  return { day: date.getUTCDate(), month: date.getUTCMonth() + 1, year: date.getUTCFullYear() }
}

const compactNumbers = (digits: string, order: DateOrder): string[] =>
  order === 'ymd' || /^(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d$/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]

function fromNumbers(numbers: string[], { order, today }: Reader): DateParts | null {
  const [first = '', second = '', third = ''] = numbers
  if (numbers.length === 1) return first.length === 4 ? { day: null, month: null, year: Number(first) } : null
  if (numbers.length > 3) return null
  if (numbers.length === 2) return dayAndMonth(first, second, { order, year: null })
  const isYearFirst = first.length === 4 || (order === 'ymd' && third.length < 3)
  const year = yearOf(isYearFirst ? first : third, today)
  if (year === null) return null
  return isYearFirst ? real(third, second, year) : dayAndMonth(first, second, { order, year })
}

/** The other way round where only that is a day of the calendar. */
function dayAndMonth(
  first: string,
  second: string,
  { order, year }: { order: DateOrder; year: number | null },
): DateParts | null {
  const [usual, other] = [real(first, second, year), real(second, first, year)]
  return order === 'dmy' || (order === 'ymd' && year !== null) ? (usual ?? other) : (other ?? usual)
}

function fromWords(text: string, { today }: Reader): DateParts | null {
  const words = foldText(text).match(/\p{L}+|\d+/gu) ?? []
  const named = words.map(monthOf).filter((month) => month !== null)
  const numbers = words.filter((word) => /^\d/.test(word))
  const others = words.filter((word) => !/^\d/.test(word) && monthOf(word) === null && !FILLERS.has(word))
  const [month] = named
  if (month === undefined || named.length > 1 || others.length > 0 || numbers.length > 2) return null
  return withMonth(month, numbers, today)
}

function withMonth(month: number, numbers: string[], today: string): DateParts | null {
  const [first, second] = numbers
  if (first === undefined) return { day: null, month, year: null }
  if (second !== undefined) {
    const [day, year] = first.length > 2 ? [second, first] : [first, second]
    const whole = yearOf(year, today)
    return whole === null ? null : real(day, `${month}`, whole)
  }
  return first.length === 4 ? { day: null, month, year: Number(first) } : real(first, `${month}`, null)
}

/** 85 is 1985, and 12 is 2012: the last year of that ending that is not to come. */
function yearOf(text: string, today: string): number | null {
  if (text.length === 4) return Number(text)
  if (text.length !== 2) return null
  const century = Math.floor(Number(today.slice(0, 4)) / 100) * 100
  const year = century + Number(text)
  return year > Number(today.slice(0, 4)) ? year - 100 : year
}

function real(dayText: string, monthText: string, year: number | null): DateParts | null {
  const [day, month] = [Number(dayText), Number(monthText)]
  if (dayText.length > 2 || monthText.length > 2 || month < 1 || month > 12 || day < 1) return null
  const lastDay = new Date(Date.UTC(year ?? LEAP_YEAR, month, 0)).getUTCDate()
  return day <= lastDay ? { day, month, year } : null
}

const EMAIL_MAX_LENGTH = 254
const ADDRESS_MAX_LENGTH = 300
const GROUPS_MOST = 20
const BETWEEN_NUMBERS = /[/|&]|(?<!\s)\s+(?:or|and|ou|et|na|e|y)\s+/gi

export function readName(text: string): Reading<string> {
  if (Array.from(text).length > NAME_MAX_LENGTH) return { reason: 'name_too_long' }
  return { value: cleanName(text) }
}

/** The first of several numbers that can be reached, as E.164. */
export function readPhone(text: string, isoCode: string): Reading<string> {
  const whole = normalisePhone(text, isoCode)
  if (whole.ok) return { value: whole.e164 }
  const parts = splitPhones(text.replace(BETWEEN_NUMBERS, ','))
  const read = parts.length > 1 ? parts.map((part) => ({ part, phone: normalisePhone(part, isoCode) })) : []
  const [value] = read.flatMap(({ phone }) => (phone.ok ? [phone.e164] : []))
  if (value === undefined) return { reason: `phone_${whole.reason}` }
  const others = read.filter(({ phone }) => !phone.ok || phone.e164 !== value).map(({ part }) => part)
  return {
    value,
    leftOut: others.length > 0 ? { reason: 'other_phones_left_out', text: others.join(', ') } : undefined,
  }
}

export function readEmail(text: string): Reading<string> {
  const email = cleanEmail(text.replace(/^mailto:/i, ''))
  return email && email.length <= EMAIL_MAX_LENGTH ? { value: email } : { reason: 'email_not_valid' }
}

export function readAddress(text: string): Reading<string | null> {
  if (Array.from(text).length > ADDRESS_MAX_LENGTH) return { reason: 'address_too_long' }
  return { value: cleanLines(text) }
}

/** Names of groups, split by `;` or line ends, each once. */
export function readGroups(text: string): Reading<string[]> {
  const names = text
    .split(/[;\n]+/)
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.some((name) => Array.from(name).length > NAME_MAX_LENGTH)) return { reason: 'name_too_long' }
  const groups = [...new Map(names.map((name) => [cleanName(name).toLowerCase(), cleanName(name)])).values()]
  if (groups.length > GROUPS_MOST) return { reason: 'too_many_groups' }
  return { value: groups.filter(Boolean) }
}

export function readBirthday(text: string, reader: { order: DateOrder; today: string }): Reading<DateParts> {
  const parts = readDate(text, reader)
  return parts ? { value: parts } : { reason: 'date_not_valid' }
}

/** A whole day; tomorrow passes, since a device may be in a zone ahead of the church's. */
export function readJoiningDay(text: string, reader: { order: DateOrder; today: string }): Reading<string> {
  const parts = readDate(text, reader)
  if (!parts || parts.day === null || parts.month === null || parts.year === null) return { reason: 'date_not_valid' }
  const day = [parts.year, parts.month, parts.day]
    .map((part, index) => `${part}`.padStart(index ? 2 : 4, '0'))
    .join('-')
  if (day < JOINED_EARLIEST) return { reason: 'date_not_valid' }
  return day > addDays(reader.today, 1) ? { reason: 'date_in_future' } : { value: day }
}

/** Months in English, French, Portuguese, Spanish and Swahili, without marks. */
const MONTHS = [
  'january janvier janeiro enero januari',
  'february fevrier fevereiro febrero februari',
  'march mars marco marzo machi',
  'april avril abril aprili',
  'may mai maio mayo mei',
  'june juin junho junio juni',
  'july juillet julho julio julai',
  'august aout agosto agosti',
  'september septembre setembro septiembre setiembre septemba',
  'october octobre outubro octubre oktoba',
  'november novembre novembro noviembre novemba',
  'december decembre dezembro diciembre desemba',
].map((names) => names.split(' '))

const SHORTEST = 3

/** 1 to 12 for a folded name or its beginning; null when it is none, or of two months. */
export function monthOf(word: string): number | null {
  if (word.length < SHORTEST) return null
  const months = MONTHS.flatMap((names, index) => (names.some((name) => name.startsWith(word)) ? [index + 1] : []))
  return months.length === 1 ? (months[0] ?? null) : null
}
