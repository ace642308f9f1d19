import { type ImportField, IMPORT_MAX_ROWS } from '#contract/people/imports.ts'
import { normalisePhone } from '../../platform/phones/index.ts'
import { isBlankRow, SpreadsheetError } from '../../platform/spreadsheets/index.ts'
import { cleanEmail } from '../../platform/clean-email.ts'
import { cleanCell, isNothing } from './cell-words.ts'
import { roleOfHeading, suggestFields } from './suggest-fields.ts'

type IsTelling = (cell: string) => boolean

const TITLE_ROWS = 10
const SAMPLE_CELLS = 200
const ALONE = new Set(['name', 'fullName', 'firstName', 'lastName', 'phone', 'mobile', 'email'])

/**
 * Index of the row of headings, -1 when there is none: the one with most headings above the first phone or address (titles
 * may stand above it), or, in a language that is not known, a first row of words above columns of other things.
 */
function findHeading(rows: readonly string[][], isTelling: IsTelling): number {
  const known = knownHeading(rows, isTelling)
  return known >= 0 ? known : strangeHeading(rows, isTelling)
}

function knownHeading(rows: readonly string[][], isTelling: IsTelling): number {
  let best = { index: -1, headings: 0 }
  for (let index = 0, seen = 0; index < rows.length && seen < TITLE_ROWS; index += 1) {
    const cells = (rows[index] ?? []).slice(0, SAMPLE_CELLS)
    if (cells.some(isTelling)) break
    if (cells.some((cell) => cell.trim() !== '')) seen += 1
    const roles = cells.map(roleOfHeading).filter((role) => role !== null)
    const isHeading =
      roles.length > 1 || (cells.filter((cell) => cell.trim()).length === 1 && roles.some((role) => ALONE.has(role)))
    if (isHeading && roles.length > best.headings) best = { index, headings: roles.length }
  }
  return best.index
}

function strangeHeading(rows: readonly string[][], isTelling: IsTelling): number {
  const first = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const heading = rows[first]?.slice(0, SAMPLE_CELLS) ?? []
  const sample = rows.slice(first + 1, first + 1 + SAMPLE_ROWS)
  const areWords = heading.every((cell) => cell.trim() === '' || /^\p{L}[\p{L}\p{M}\s._-]*$/u.test(cell.trim()))
  if (first < 0 || !areWords || sample.length === 0) return -1
  const isOtherwise = heading.some((cell, column) => {
    const cells = sample.map((row) => row[column] ?? '').filter((each) => !isNothing(each))
    const different = cells.filter((each) => isTelling(each) || /^[\d\s./:-]+$/.test(each))
    return cell.trim() !== '' && cells.length > 0 && different.length * 2 > cells.length
  })
  return isOtherwise ? first : -1
}

/** One column as the mapping screen shows it. */
export type ReadColumn = { heading: string; samples: string[]; suggested: ImportField | null }
/** `position` as the spreadsheet numbers rows; `cells` as JSON, cleaned, empty ones at the end left out. */
export type ReadRow = { position: number; cells: string }
export type ReadTable = { columns: ReadColumn[]; count: number; rows: () => Generator<ReadRow> }

const COLUMNS_MOST = 200
/** Of the file: one long text may stand in every cell of a workbook. */
const CHARACTERS_MOST = 64 * 1024 * 1024
const HEADING_MAX_LENGTH = 80
const SAMPLES = 3
const SAMPLE_MAX_LENGTH = 60
const SAMPLE_ROWS = 200

/** Whether a cell is certainly a value: a phone or an address, never a heading. */
export const isValue =
  (isoCode: string) =>
  (cell: string): boolean =>
    normalisePhone(cell, isoCode).ok || (cell.includes('@') && Boolean(cleanEmail(cell)))

/** The people's table in the rows of a sheet; null when there is no row of data. Throws `too_many_rows`. */
export function readTable(rows: string[][], isoCode: string): ReadTable | null {
  const heading = findHeading(rows, isValue(isoCode))
  const data = function* (): Generator<[position: number, cells: string[]]> {
    for (let index = heading + 1; index < rows.length; index += 1) {
      const cells = rows[index] ?? []
      if (!isBlankRow(cells)) yield [index + 1, cells.slice(0, COLUMNS_MOST)]
    }
  }
  const { count, width, sample } = measure(data())
  if (count === 0) return null
  const headings = Array.from({ length: Math.max(width, headed(rows[heading])) }, (_, column) =>
    cleanCell(rows[heading]?.[column] ?? '')
      .replace(/\s+/g, ' ')
      .slice(0, HEADING_MAX_LENGTH)
      .toWellFormed(),
  )
  return { columns: columnsOf(headings, sample, isoCode), count, rows: () => cleaned(data()) }
}

/** Whether the headings of a table say that it is one of people. */
export const looksLikePeople = ({ columns }: ReadTable): boolean =>
  columns.filter(({ heading }) => roleOfHeading(heading) !== null).length > 1

const headed = (cells: string[] = []): number =>
  cells.slice(0, COLUMNS_MOST).findLastIndex((cell) => cell.trim() !== '') + 1

function measure(data: Generator<[number, string[]]>): { count: number; width: number; sample: string[][] } {
  const measured = { count: 0, width: 0, sample: [] as string[][] }
  let characters = 0
  for (const [, cells] of data) {
    measured.count += 1
    measured.width = Math.max(measured.width, headed(cells))
    for (const cell of cells) characters += Math.min(cell.length, SAMPLE_MAX_LENGTH * 16)
    if (measured.sample.length < SAMPLE_ROWS) measured.sample.push(cells.map(cleanCell))
    if (measured.count > IMPORT_MAX_ROWS) throw new SpreadsheetError('too_many_rows')
    if (characters > CHARACTERS_MOST) throw new SpreadsheetError('unreadable_file')
  }
  return measured
}

function columnsOf(headings: string[], sample: string[][], isoCode: string): ReadColumn[] {
  const values = headings.map((_, column) => sample.map((cells) => cells[column] ?? ''))
  const suggested = suggestFields(headings, values, (cell) => normalisePhone(cell, isoCode).ok)
  return headings.map((heading, column) => ({
    heading,
    samples: [...new Set(values[column]?.filter((cell) => !isNothing(cell)))].slice(0, SAMPLES).map(shortened),
    suggested: suggested[column] ?? null,
  }))
}

const shortened = (cell: string): string =>
  Array.from(cell.slice(0, 2 * SAMPLE_MAX_LENGTH))
    .slice(0, SAMPLE_MAX_LENGTH)
    .join('')
    .toWellFormed()

function* cleaned(data: Generator<[number, string[]]>): Generator<ReadRow> {
  for (const [position, raw] of data) {
    const cells = raw.map(cleanCell)
    yield { position, cells: JSON.stringify(cells.slice(0, headed(cells))) }
  }
}

/** What a column is called: its heading, or its letter as spreadsheets show it. */
export const columnName = (columns: readonly { heading: string }[], index: number): string =>
  columns[index]?.heading || columnLetter(index)

function columnLetter(index: number): string {
  const last = String.fromCodePoint(0x41 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}
