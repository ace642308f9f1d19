import type { ImportField, ImportPlan, ImportReason } from '#contract/people/imports.ts'
import { faultOfBirthday } from '../persons/index.ts'
import { isNothing, openCell, UNREADABLE, meaningOf } from './cell-words.ts'
import { columnName } from './read-table.ts'
import * as read from './read-values.ts'
import type { Reading } from './read-values.ts'
import { foldText } from '../../platform/fold-text.ts'
import type { PersonInput } from '#contract/people/persons.ts'

type Known = Pick<PersonInput, 'gender' | 'maritalStatus' | 'birthDay' | 'birthMonth' | 'birthYear' | 'address'>

/** A person as a row of a file tells of it, ready to be written; null: the file says nothing. `groups` are names. */
export type CheckedPerson = Known & {
  firstName: string
  lastName: string
  /** E.164. */
  phone: string | null
  email: string | null
  kind: PersonInput['kind'] | null
  /** YYYY-MM-DD. */
  joinedOn: string | null
  groups: string[]
}

/** What is to be said of a row: in which column (by its heading or letter; null: the row as a whole), why, what stood there. */
export type RowNote = { column: string | null; reason: ImportReason; value: string | null }

type SplitName = { firstName: string; lastName: string }

/** How people are addressed; no part of a name. */
const TITLES = new Set('mr mrs ms miss mister dr sir madam mme mlle monsieur madame bro brother sis sister'.split(' '))
/** A last name begins with these. */
const PARTICLES = new Set('van von der den de da do dos das del della di du la le el al bin ibn ben abu st'.split(' '))
/** These belong to the last name. */
const SUFFIXES = new Set('jr sr junior senior ii iii iv'.split(' '))

/** A whole name in two: "Eze, Ngozi" says itself which is the last name; otherwise it is the last word with what belongs to it. */
export function splitName(name: string): SplitName {
  const [before = '', after, ...more] = name.split(',').map((part) => part.trim())
  if (after && before && more.length === 0 && !SUFFIXES.has(foldText(after)))
    return { firstName: withoutTitles(words(after)).join(' '), lastName: withoutTitles(words(before)).join(' ') }
  const parts = withoutTitles(words(name.replaceAll(',', ' ')))
  const start = lastNameStart(parts)
  return { firstName: parts.slice(0, start).join(' '), lastName: parts.slice(start).join(' ') }
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** A title that is all there is stays. */
function withoutTitles(parts: string[]): string[] {
  const first = parts.findIndex((part) => !TITLES.has(foldText(part)))
  return first > 0 ? parts.slice(first) : parts
}

function lastNameStart(parts: string[]): number {
  let start = parts.length - 1
  while (start > 1 && SUFFIXES.has(foldText(parts[start] ?? ''))) start -= 1
  while (start > 1 && PARTICLES.has(foldText(parts[start - 1] ?? ''))) start -= 1
  return Math.max(start, 1)
}

/** How the rows of one file are read. `today` is the church's day. */
type RowReader = {
  plan: ImportPlan
  columns: readonly { heading: string }[]
  isoCode: string
  today: string
}

/** `isBroken`: a value could not be taken, and the row is to be left out for it. */
export type CheckedRow = { person: CheckedPerson; notes: RowNote[]; isBroken: boolean }

const SHOWN_MAX_LENGTH = 80
/** Nothing is wrong with what is taken: no row is left for it. */
const LEFT_OUT: ReadonlySet<string> = new Set<RowNote['reason']>(['text_cut', 'other_phones_left_out'])

type Row = {
  reader: RowReader
  /** What a reader makes of the field's cell; null where there is nothing or nothing of use, which is noted. */
  take: <T>(field: ImportField, of: (text: string) => Reading<T>) => T | null
  note: (field: ImportField | null, reason: RowNote['reason'], value?: string) => void
}

/** Reads one row of a file as a person, with a note for everything that cannot be taken as it is. Pure. */
export function checkRow(cells: readonly string[], reader: RowReader): CheckedRow {
  const notes: RowNote[] = []
  const row = openRow(cells, reader, notes)
  const person = personOf(row)
  const hasName = person.firstName !== ''
  const isFaulty = notes.some(({ reason }) => !LEFT_OUT.has(reason))
  if (!hasName && notes.every(({ reason }) => reason !== 'name_too_long')) row.note(null, 'no_name')
  return { person, notes, isBroken: !hasName || (isFaulty && reader.plan.whenBroken === 'leave_row') }
}

function openRow(cells: readonly string[], reader: RowReader, notes: RowNote[]): Row {
  const { plan, columns } = reader
  const cellOf = (field: ImportField): string => cells[plan.fields.indexOf(field)] ?? ''
  const note: Row['note'] = (field, reason, value) => {
    const column = field === null ? -1 : plan.fields.indexOf(field)
    const shown = value === undefined ? null : Array.from(value).slice(0, SHOWN_MAX_LENGTH).join('')
    notes.push({ column: column < 0 ? null : columnName(columns, column), reason, value: shown })
  }
  return {
    reader,
    note,
    take: (field, of) => {
      const { text: cell, isCut } = openCell(plan.fields.includes(field) ? cellOf(field) : '')
      const text = isCut && field === 'group' ? wholeParts(cell) : cell
      if (isNothing(text)) return null
      const reading = text.includes(UNREADABLE) ? ({ reason: 'unreadable_text' } as const) : of(text)
      if ('value' in reading && isCut) note(field, 'text_cut')
      if ('value' in reading && reading.leftOut) note(field, reading.leftOut.reason, reading.leftOut.text)
      if ('value' in reading) return reading.value
      note(field, reading.reason, text)
      return null
    },
  }
}

/** Half a name at the end is no group. */
const wholeParts = (text: string): string => text.replace(/[^;\n]*$/, '')

function personOf(row: Row): CheckedPerson {
  const { isoCode, today, plan } = row.reader
  const days = { order: plan.dateOrder, today }
  return {
    ...nameOf(row),
    phone: row.take('phone', (text) => read.readPhone(text, isoCode)),
    email: row.take('email', read.readEmail),
    kind: row.take('kind', (text) => orReason(meaningOf('kind', text), 'kind_unknown')),
    gender: row.take('gender', (text) => orReason(meaningOf('gender', text), 'gender_unknown')),
    maritalStatus: row.take('maritalStatus', (text) =>
      orReason(meaningOf('maritalStatus', text), 'marital_status_unknown'),
    ),
    ...birthdayOf(row),
    address: row.take('address', read.readAddress),
    joinedOn: row.take('joinedOn', (text) => read.readJoiningDay(text, days)),
    groups: row.take('group', read.readGroups) ?? [],
  }
}

const orReason = <T>(value: T | null, reason: RowNote['reason']): Reading<T> =>
  value === null ? { reason } : { value }

/** What a whole name says beyond a first name of its own column; a column of one word is the last name itself. */
const lastNameBeside = (first: string, { firstName, lastName }: SplitName): string =>
  lastName || (foldText(firstName) === foldText(first) ? '' : firstName)

/** A last name alone is what the person is called by. */
function nameOf(row: Row): SplitName {
  const [first, last] = [row.take('firstName', read.readName) ?? '', row.take('lastName', read.readName) ?? '']
  const whole = row.take('fullName', read.readName) ?? ''
  const split = whole ? splitName(whole) : { firstName: '', lastName: '' }
  if (first) return { firstName: first, lastName: last || lastNameBeside(first, split) }
  if (split.firstName) return { firstName: split.firstName, lastName: last || split.lastName }
  return { firstName: last || split.lastName, lastName: '' }
}

type Birthday = Pick<CheckedPerson, 'birthDay' | 'birthMonth' | 'birthYear'>
const UNKNOWN: Birthday = { birthDay: null, birthMonth: null, birthYear: null }
const EARLIEST_YEAR = 1880

/** From one column or from three; parts of their own go before those of the whole date. */
function birthdayOf(row: Row): Birthday {
  const { today, plan } = row.reader
  const whole = row.take('birthday', (text) => read.readBirthday(text, { order: plan.dateOrder, today }))
  const birthday = {
    birthDay: row.take('birthDay', (text) => wholeNumber(text, 1, 31)) ?? whole?.day ?? null,
    birthMonth: row.take('birthMonth', readMonth) ?? whole?.month ?? null,
    birthYear: row.take('birthYear', (text) => wholeNumber(text, EARLIEST_YEAR, 2200)) ?? whole?.year ?? null,
  }
  const fault = faultOfBirthday(birthday, today)
  if (!fault && (birthday.birthYear ?? EARLIEST_YEAR) >= EARLIEST_YEAR) return birthday
  const field = (['birthday', fault?.field ?? 'birthYear', 'birthDay'] as const).find((each) =>
    plan.fields.includes(each),
  )
  row.note(field ?? null, fault?.field === 'birthYear' ? 'date_in_future' : 'date_not_valid', shownBirthday(birthday))
  return UNKNOWN
}

const shownBirthday = ({ birthDay, birthMonth, birthYear }: Birthday): string =>
  [birthYear, birthMonth, birthDay].filter((part) => part !== null).join('-')

function wholeNumber(text: string, least: number, most: number): Reading<number> {
  const number = /^\d{1,4}(?:\.0+)?$/.test(text.trim()) ? Number(text) : Number.NaN
  return number >= least && number <= most ? { value: number } : { reason: 'date_not_valid' }
}

function readMonth(text: string): Reading<number> {
  const named = read.monthOf(foldText(text))
  return named === null ? wholeNumber(text, 1, 12) : { value: named }
}
