import { Readable } from 'node:stream'
import { isBlankRow } from './blank-row.ts'
import { storedZip } from './stored-zip.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** A sheet of instructions may come before the one with the people. */
const MAX_SHEETS = 10

/** Rows of cells of an xlsx, sheet by sheet; row 1 is index 0. Runs only where it may die: the reader trusts its input. */
export async function* workbookRows(zip: Buffer): AsyncGenerator<string[][]> {
  const files = await unpackWorkbook(zip)
  for (let sheet = 1; sheet <= MAX_SHEETS; sheet += 1) {
    const rows = await sheetRows([...storedZip(files)], sheet)
    if (!rows) return
    yield rows
  }
}

async function sheetRows(zip: Buffer[], sheet: number): Promise<string[][] | null> {
  // Only the process that reads loads it.
  const { readSheet } = await import('read-excel-file/node')
  const rows = await readSheet(Readable.from(zip), sheet).catch((error: unknown) => {
    if (sheet > 1) return null
    throw error
  })
  return rows?.map((cells) => cells.map(cellText)).map((cells) => (isBlankRow(cells) ? [] : cells)) ?? null
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (value instanceof Date) return Number.isNaN(value.valueOf()) ? '' : value.toISOString().slice(0, 10)
  return typeof value === 'boolean' ? String(value) : ''
}

/** 2.34803E+12, typed or imported as a number, has lost its last digits for good: it must not pass as 2348030000000. */
function numberText(value: number): string {
  return value >= 1e11 && value % 1e7 === 0 ? value.toExponential() : String(value)
}
