import { readFile } from 'node:fs/promises'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { decodeText } from './decode-text.ts'
import { textRows } from './text-rows.ts'
import { workbookRows } from './workbook-rows.ts'

const ZIP = /^PK\x03\x04/
/** Old Excel, PDF, pictures, archives, RTF, programs: each begins with a sign of its own, as latin1. */
const NOT_A_TABLE =
  /^(?:\xd0\xcf\x11\xe0|%PDF|\x89PNG|\xff\xd8\xff|GIF8|RIFF|\x1f\x8b|Rar!|7z\xbc\xaf|\{\\rtf|PK|\x7fELF|MZ\x90|BZh)/
const SAMPLE_LENGTH = 64 * 1024
const CONTROLS_OF_A_TEXT = 0.05

/**
 * The tables of a file, by its contents and not by its name: the sheets of an xlsx, or one of a text. Only for a process
 * that may die: see reading-process.ts. `isTelling` helps to find the delimiter of a text.
 */
export async function* spreadsheetTables(
  path: string,
  isTelling: (cell: string) => boolean,
): AsyncGenerator<string[][]> {
  const bytes = await readFile(path)
  const start = bytes.toString('latin1', 0, 16)
  if (ZIP.test(start)) yield* workbookRows(bytes)
  else yield textTable(bytes, start, isTelling)
}

function textTable(bytes: Buffer, start: string, isTelling: (cell: string) => boolean): string[][] {
  const text = NOT_A_TABLE.test(start) ? '' : decodeText(bytes)
  if (text === '' || isBinary(text)) throw new SpreadsheetError('unreadable_file')
  return textRows(text, isTelling)
}

function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const controls = sample.match(/[\x01-\x08\x0e-\x1f\x7f]/g)?.length ?? 0
  return controls > sample.length * CONTROLS_OF_A_TEXT
}
