import { cleanName, NAME_MAX_LENGTH } from '#server/platform/clean-name.ts'
import { normalisePhone, splitPhones } from '#server/platform/phones/index.ts'
import { addDays } from '../figures/weeks.ts'
import { cleanLines } from '../names/clean-lines.ts'
import { cleanEmail } from '../persons/clean-email.ts'
import { JOINED_EARLIEST } from '../persons/check-person.ts'
import type { Reading } from './checked-person.ts'
import { readDate, type DateOrder, type DateParts } from './dates.ts'

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
