import { CONTACT_FILE_MAX_ROWS, type RejectedReason } from '#contract/messaging/contact-files.ts'
import { cleanName } from '../../platform/clean-name.ts'
import { isBlankRow, SpreadsheetError, spreadsheetTables } from '../../platform/spreadsheets/index.ts'
import { findColumns, type Columns } from './columns.ts'
import { normalisePhone } from '../../platform/phones/index.ts'

/** `phone` is E.164; `name` the whole name, first name first, or null. */
type FileContact = { name: string | null; phone: string }

/** `row` as a spreadsheet shows it, from 1; `value` is what stood there, cleaned and cut. */
type RejectedRow = { row: number; value: string; reason: RejectedReason }

export type ParsedContacts = {
  /** Rows of data, without headings and blank rows. */
  rows: number
  /** Every number once; the first row that has it gives the name. */
  contacts: FileContact[]
  duplicates: number
  /** All that could not be used, in the order of the file. */
  rejected: RejectedRow[]
}

/** What the reading process tells the server: contacts and refusals in portions, then the counts. */
export type ContactPortion =
  | { contacts: FileContact[] }
  | { rejected: RejectedRow[] }
  | { rows: number; duplicates: number }

type Collected = Omit<ParsedContacts, 'contacts'> & { byPhone: Map<string, string | null> }

/** The contacts of a file, of the first sheet that has any. Only for a process that may die: see parse-contact-file.ts. */
export async function readContacts(path: string, isoCode: string): Promise<ParsedContacts> {
  for await (const table of spreadsheetTables(path, (cell) => isPhoneCell(cell, isoCode))) {
    const parsed = collectContacts(table, isoCode)
    if (parsed.contacts.length > 0) return parsed
  }
  throw new SpreadsheetError('unreadable_file')
}

/** The contacts in the rows of a table. Throws `too_many_rows`; a table without any number gives no contacts. */
export function collectContacts(rows: string[][], isoCode: string): ParsedContacts {
  const columns = findColumns(rows, (cell) => isPhoneCell(cell, isoCode))
  const collected: Collected = { rows: 0, byPhone: new Map(), duplicates: 0, rejected: [] }
  for (let index = columns.firstRow; index < rows.length; index += 1) {
    const cells = rows[index] ?? []
    if (isBlankRow(cells)) continue
    collected.rows += 1
    collectRow(collected, { row: index + 1, name: nameOf(cells, columns), found: phonesOf(cells, columns, isoCode) })
    if (sizeOf(collected) > CONTACT_FILE_MAX_ROWS) throw new SpreadsheetError('too_many_rows')
  }
  const { byPhone, ...counts } = collected
  return { ...counts, contacts: Array.from(byPhone, ([phone, name]) => ({ name, phone })) }
}

/** A row may hold several numbers, so that these are limited too. */
function sizeOf({ rows, byPhone, rejected }: Collected): number {
  return Math.max(rows, byPhone.size, rejected.length)
}

function collectRow(
  collected: Collected,
  { row, name, found }: { row: number; name: string | null; found: PhonesInCell },
): void {
  for (const phone of found.phones) {
    if (collected.byPhone.has(phone)) collected.duplicates += 1
    else collected.byPhone.set(phone, name)
  }
  for (const { value, reason } of found.rejected) collected.rejected.push({ row, value: cleanName(value), reason })
}

/** A person has one number: the first of the columns that holds a valid one. Bare numbers are all taken. */
function phonesOf(cells: string[], { phones, everyCell }: Columns, isoCode: string): PhonesInCell {
  if (everyCell)
    return allOf(
      cells.filter((cell) => cell.trim() !== ''),
      isoCode,
    )
  let refused: PhonesInCell = { phones: [], rejected: [{ value: '', reason: 'empty' }] }
  for (const column of phones) {
    const found = phonesInCell(cells[column] ?? '', isoCode)
    if (found.phones.length > 0) return found
    if (refused.rejected[0]?.reason === 'empty') refused = found
  }
  return refused
}

/** Past the limit one more is enough to see it. */
function allOf(cells: string[], isoCode: string): PhonesInCell {
  const all = cells.slice(0, CONTACT_FILE_MAX_ROWS + 1).map((cell) => phonesInCell(cell, isoCode))
  return { phones: all.flatMap(({ phones }) => phones), rejected: all.flatMap(({ rejected }) => rejected) }
}

function nameOf(cells: string[], { names, otherNames }: Columns): string | null {
  const join = (columns: number[]): string => cleanName(columns.map((column) => cells[column] ?? '').join(' '))
  return join(names) || join(otherNames) || null
}

type PhonesInCell = { phones: string[]; rejected: { value: string; reason: RejectedReason }[] }

/** Longer cells are essays: nobody has that many numbers. */
const LONGEST_CELL = 1_000

const BETWEEN_NUMBERS = /[,;|/&\n\t،؛、，；]+|:::|(?<!\s)\s+(?:or|and|ou|et)\s+/i

/** The numbers of one cell. Mostly it is one; several are taken apart only when that gives valid numbers. */
function phonesInCell(cell: string, isoCode: string): PhonesInCell {
  const whole = normalisePhone(cell, isoCode)
  if (whole.ok) return { phones: [whole.e164], rejected: [] }
  const refused: PhonesInCell = { phones: [], rejected: [{ value: cell, reason: whole.reason }] }
  if (cell.length > LONGEST_CELL || cell.length < 12) return refused
  return (
    several(cell.split(BETWEEN_NUMBERS), isoCode) ?? allOfPhonesInCell(cell.trim().split(/\s+/), isoCode) ?? refused
  )
}

/** Whether a cell holds one or several numbers and nothing else. */
export function isPhoneCell(cell: string, isoCode: string): boolean {
  const { phones, rejected } = phonesInCell(cell, isoCode)
  return phones.length > 0 && rejected.length === 0
}

function several(parts: string[], isoCode: string): PhonesInCell | null {
  if (parts.length < 2) return null
  const read = parts.map((value) => ({ value, ...normalisePhone(value, isoCode) }))
  const phones = read.flatMap((part) => (part.ok ? [part.e164] : []))
  const rejected = read.flatMap((part) =>
    part.ok || part.reason === 'empty' ? [] : [{ value: part.value, reason: part.reason }],
  )
  return phones.length > 0 ? { phones, rejected } : null
}

/** Spaces also stand inside numbers, so that every part must be a number by itself. */
function allOfPhonesInCell(parts: string[], isoCode: string): PhonesInCell | null {
  const found = several(parts, isoCode)
  return found && found.rejected.length === 0 ? found : null
}
