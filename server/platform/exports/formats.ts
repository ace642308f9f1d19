import { type ExportFormat, PRINT_MAX_ROWS } from '#contract/exports.ts'
import type { RowFile, RowFileParts } from './row-file.ts'
import { workbookFile } from './workbook.ts'
import type { Cell } from './columns.ts'
import { guarded } from '../guard.ts'

/** Tells Excel that the file is UTF-8; without it names lose their marks. */
const BYTE_ORDER_MARK = '\uFEFF'
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

/** RFC 4180. A number is written as it is; a text is guarded. */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = guarded(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Tab-separated files know no quotes: a tab or line break inside a text becomes a space. */
const txtCell = (cell: Cell): string =>
  typeof cell === 'string' ? guarded(cell.replaceAll(/[\t\r\n]+/g, ' ')) : String(cell ?? '')

const kinds = { csv: { cell: csvCell, separator: ',' }, txt: { cell: txtCell, separator: '\t' } }

/** A file of text, a row a line. */
async function delimitedFile(
  kind: keyof typeof kinds,
  { file, headings }: Pick<RowFileParts, 'file' | 'headings'>,
): Promise<RowFile> {
  const { cell, separator } = kinds[kind]
  const write: RowFile['write'] = async (rows) => {
    await file.appendFile(rows.map((cells) => `${cells.map(cell).join(separator)}\r\n`).join(''))
  }
  await file.appendFile(BYTE_ORDER_MARK)
  await write([headings])
  return { write, end: async () => {}, abandon: async () => {} }
}

/** What the page prints: the first rows, and how many there are in all. */
async function printFile({ file, title, headings }: RowFileParts): Promise<RowFile> {
  const kept: (readonly Cell[])[] = []
  let total = 0
  return {
    write: async (rows) => {
      total += rows.length
      kept.push(...rows.slice(0, PRINT_MAX_ROWS - kept.length))
    },
    end: async () => file.appendFile(JSON.stringify({ title, headings, rows: kept, total })),
    abandon: async () => {},
  }
}

type Format = { contentType: string; extension: string; open: (parts: RowFileParts) => Promise<RowFile> }

/** How each format is written, and what the browser is told that it is. */
export const formats: Record<ExportFormat, Format> = {
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv', open: (parts) => delimitedFile('csv', parts) },
  txt: {
    contentType: 'text/tab-separated-values; charset=utf-8',
    extension: 'txt',
    open: (parts) => delimitedFile('txt', parts),
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    open: workbookFile,
  },
  json: { contentType: 'application/json; charset=utf-8', extension: 'json', open: printFile },
}
