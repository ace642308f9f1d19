import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { XLSX_MAX_ROWS } from '#contract/exports.ts'
import { ApiError } from '../runtime/api-error.ts'
import type { RowFile, RowFileParts } from './row-file.ts'
import type { Cell } from './columns.ts'

/** What a cell of Excel holds; a longer text makes it call the whole file damaged. */
const CELL_MAX_LENGTH = 32_767

const SPECIAL = /[&<>"\p{Cc}\p{Cs}\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/u
const EACH_SPECIAL = new RegExp(SPECIAL, 'gu')

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '\t', '\n': '\n' }

/** The way of the format for letters that XML cannot hold, and for texts that look like that way. */
const byCode = (letter: string): string => `_x${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as it stands in XML. Line ends are one letter, as in cells. */
function cellText(whole: string): string {
  if (!SPECIAL.test(whole) && whole.length <= CELL_MAX_LENGTH) return whole
  return whole
    .slice(0, CELL_MAX_LENGTH)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(EACH_SPECIAL, (letter) => named[letter] ?? byCode(letter))
}

/** Places of the styles in `styles.xml`. */
const BOLD = 1
const TEXT = 2

const NARROW = 8
const WIDE = 60

/** A, B … Z, AA … of a column's place from 0. */
function columnLetters(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/**
 * The XML of a sheet, from top to bottom. Every text is an inline string, which no program runs as a formula or takes
 * for a number, so that phones keep their plus; numbers are numbers.
 */
function sheetText(columns: number): {
  head: (rows: readonly (readonly Cell[])[]) => string
  row: (cells: readonly Cell[], style?: number) => string
  headings: (cells: readonly Cell[]) => string
  foot: string
} {
  const letters = Array.from({ length: columns }, (_, index) => columnLetters(index))
  let place = 0
  const row = (cells: readonly Cell[], style = TEXT): string => {
    place += 1
    let text = `<row r="${place}">`
    for (const [index, cell] of cells.entries()) text += cellXml(`${letters[index]}${place}`, cell, style)
    return `${text}</row>`
  }
  return {
    head: (rows) => `${HEAD}<cols>${letters.map((_, index) => widthXml(index, rows)).join('')}</cols><sheetData>`,
    row,
    headings: (cells) => row(cells, BOLD),
    foot: '</sheetData></worksheet>',
  }
}

function cellXml(place: string, cell: Cell, style: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(String(cell))}</t></is></c>`
}

function widthXml(index: number, rows: readonly (readonly Cell[])[]): string {
  const longest = rows.reduce((most, cells) => Math.max(most, String(cells[index] ?? '').length), 0)
  const width = Math.min(Math.max(longest + 2, NARROW), WIDE)
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const SHEET_NAME_MAX_LENGTH = 31

/** Excel refuses some letters in the name of a sheet, and an apostrophe at its ends. */
const sheetName = (title: string): string =>
  [...title.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')]
    .slice(0, SHEET_NAME_MAX_LENGTH)
    .join('')
    .replaceAll(/^['\s]+|['\s]+$/g, '') || 'Sheet1'

/** The parts of a workbook around its one sheet, by path. Its cells are: plain, bold (headings), text. */
const workbookParts = (title: string): Record<string, string> => ({
  '[Content_Types].xml':
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>` +
    `<sheet name="${cellText(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `${DECLARATION}<styleSheet xmlns="${MAIN}">` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
})

/** XML of a sheet repeats itself so much that the fastest level makes nearly the smallest file. */
const COMPRESSION_LEVEL = 2
const BUFFERED_BYTES = 256 * 1024

/** An Excel workbook of one sheet, compressed by zlib's threads while its rows arrive. */
export async function workbookFile({ file, title, headings, at }: RowFileParts): Promise<RowFile> {
  const sheet = new PassThrough({ highWaterMark: BUFFERED_BYTES })
  const written = writeDown(await zipOf(sheet, { title, at }), file)
  // What stops the file stops who writes to it; the failure itself is told where `written` is awaited.
  written.catch((error: Error) => sheet.destroy(error))
  const text = sheetText(headings.length)
  let rows = 0
  let isBegun = false
  const write = async (part: string): Promise<void> => {
    if (sheet.destroyed) await written
    if (!sheet.write(part)) await once(sheet, 'drain')
  }
  const begin = (first: Parameters<RowFile['write']>[0]): Promise<void> => {
    isBegun = true
    return write(text.head([headings, ...first]) + text.headings(headings))
  }
  return {
    write: async (more) => {
      rows += more.length
      if (rows > XLSX_MAX_ROWS) throw new ApiError('too_many_for_format')
      if (!isBegun) await begin(more)
      await write(more.map((cells) => text.row(cells)).join(''))
    },
    end: async () => {
      if (!isBegun) await begin([])
      sheet.end(text.foot)
      await written
    },
    abandon: async () => {
      sheet.destroy(new Error('The rows of this workbook failed.'))
      await written.catch(() => {})
    },
  }
}

async function writeDown(bytes: AsyncIterable<Buffer>, file: FileHandle): Promise<void> {
  for await (const chunk of bytes) await file.appendFile(chunk)
}

/** The workbook's bytes around those of its sheet. */
async function zipOf(sheet: PassThrough, { title, at: mtime }: { title: string; at: Date }): Promise<PassThrough> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const bytes = new PassThrough()
  // The zip does not hear of what it reads from ending too soon, and would wait for ever.
  const fail = (error: Error): void => void bytes.destroy(error)
  sheet.on('error', fail)
  zip.on('error', fail)
  zip.outputStream.on('error', fail)
  for (const [name, text] of Object.entries(workbookParts(title))) zip.addBuffer(Buffer.from(text), name, { mtime })
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { mtime, compressionLevel: COMPRESSION_LEVEL })
  zip.end()
  zip.outputStream.pipe(bytes)
  return bytes
}
