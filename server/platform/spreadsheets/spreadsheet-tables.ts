import { readFile } from 'node:fs/promises'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { Readable } from 'node:stream'
import { isBlankRow } from './blank-row.ts'
import { unpackWorkbook, type UnpackedFile } from './unpack-workbook.ts'

const VERSION = 20

/**
 * A zip of files that are already unpacked and weighed. The workbook reader gets this one and never the uploaded zip,
 * whose directory and contents may tell two different stories.
 */
function* storedZip(files: UnpackedFile[]): Generator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  for (const file of files) {
    const name = Buffer.from(file.path)
    const facts = fileFacts(name, file)
    const header = Buffer.concat([signature(0x04034b50), facts, name])
    directory.push(directoryEntry(facts, name, at))
    yield header
    yield* file.chunks
    at += header.length + file.length
  }
  yield* directory
  yield directoryEnd(
    files.length,
    directory.reduce((sum, { length }) => sum + length, 0),
    at,
  )
}

/** What the header and the directory say alike: version, no flags, stored, no date, checksum, sizes, length of the name. */
function fileFacts(name: Buffer, { length, checksum }: UnpackedFile): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(VERSION, 0)
  facts.writeUInt32LE(checksum, 10)
  facts.writeUInt32LE(length, 14)
  facts.writeUInt32LE(length, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}

function directoryEntry(facts: Buffer, name: Buffer, at: number): Buffer {
  const version = Buffer.alloc(2)
  version.writeUInt16LE(VERSION)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(at, 10)
  return Buffer.concat([signature(0x02014b50), version, facts, rest, name])
}

function directoryEnd(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(at, 16)
  return end
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** A sheet of instructions may come before the one with the people. */
const MAX_SHEETS = 10

/** Rows of cells of an xlsx, sheet by sheet; row 1 is index 0. Runs only where it may die: the reader trusts its input. */
async function* workbookRows(zip: Buffer): AsyncGenerator<string[][]> {
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

const SAMPLE_BYTES = 8_192
/** In UTF-16 the letters, digits and separators of ASCII have one zero byte each. */
const ZERO_BYTES_OF_UTF16 = 0.25

/** A text file of any of the usual encodings as a string without byte order mark, NUL and carriage return. */
function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes))
    .decode(bytes)
    .replace(/^\ufeff/, '')
    .replace(/\0/g, '')
    .replace(/\r\n?/g, '\n')
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  return utf16WithoutMark(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

function utf16WithoutMark(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const enough = (sample.length / 2) * ZERO_BYTES_OF_UTF16
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > enough && odd > 4 * even) return 'utf-16le'
  return even > enough && even > 4 * odd ? 'utf-16be' : null
}

/** A few broken bytes in a large UTF-8 file must not turn every name in it into another alphabet. */
function isUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  return broken === 0 || broken * 10 < (text.match(/[\u0080-\ufffc]/g)?.length ?? 0)
}

const ZIP = /^PK\x03\x04/
/** Old Excel, PDF, pictures, archives, RTF, programs: each begins with a sign of its own, as latin1. */
const NOT_A_TABLE =
  /^(?:\xd0\xcf\x11\xe0|%PDF|\x89PNG|\xff\xd8\xff|GIF8|RIFF|\x1f\x8b|Rar!|7z\xbc\xaf|\{\\rtf|PK|\x7fELF|MZ\x90|BZh)/
const SAMPLE_LENGTH = 64 * 1024
const CONTROLS_OF_A_TEXT = 0.05

/**
 * The tables of a file, by its contents and not by its name: the sheets of an xlsx, or one of a text. Only for a process
 * that may die: see ../file-reading. `isTelling` helps to find the delimiter of a text.
 */
export async function* spreadsheetTables(
  path: string,
  isTelling: (cell: string) => boolean,
): AsyncGenerator<string[][]> {
  const bytes = await readFile(path)
  const start = bytes.toString('latin1', 0, 16)
  if (ZIP.test(start)) yield* workbookRows(bytes)
  else yield await textTable(bytes, start, isTelling)
}

async function textTable(bytes: Buffer, start: string, isTelling: (cell: string) => boolean): Promise<string[][]> {
  const text = NOT_A_TABLE.test(start) ? '' : decodeText(bytes)
  if (text === '' || isBinary(text)) throw new SpreadsheetError('unreadable_file')
  // Only the process that reads loads it.
  const { textRows } = await import('./text-rows.ts')
  return textRows(text, isTelling)
}

function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const controls = sample.match(/[\x01-\x08\x0e-\x1f\x7f]/g)?.length ?? 0
  return controls > sample.length * CONTROLS_OF_A_TEXT
}
