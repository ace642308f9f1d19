import { CONTACT_FILE_MAX_ROWS } from '#contract/messaging/contact-files.ts'
import type { RejectedReason } from '#contract/messaging/contact-files.ts'
import { cleanName } from '#server/platform/clean-name.ts'
import { isBlankRow, SpreadsheetError } from '#server/platform/spreadsheets/index.ts'
import { findColumns } from './columns.ts'
import type { Columns } from './columns.ts'
import { isPhoneCell, phonesInCell } from './phones-in-cell.ts'
import type { PhonesInCell } from './phones-in-cell.ts'

/** `phone` is E.164; `name` the whole name, first name first, or null. */
export type FileContact = { name: string | null; phone: string }
/** `row` as a spreadsheet shows it, from 1; `value` is what stood there, cleaned and cut. */
export type RejectedRow = { row: number; value: string; reason: RejectedReason }

export type ParsedContacts = {
  /** Rows of data, without headings and blank rows. */
  rows: number
  /** Every number once; the first row that has it gives the name. */
  contacts: FileContact[]
  duplicates: number
  /** All that could not be used, in the order of the file. */
  rejected: RejectedRow[]
}

type Collected = Omit<ParsedContacts, 'contacts'> & { byPhone: Map<string, string | null> }

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
