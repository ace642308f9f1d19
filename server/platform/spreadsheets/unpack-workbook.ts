import { crc32, createInflateRaw } from 'node:zlib'
import { SpreadsheetError, SPREADSHEET_MAX_ROWS } from './spreadsheet-error.ts'

/** One file of a zip as its directory declares it; `data` is still compressed. */
type ZipEntry = { path: string; method: number; size: number; data: Buffer }

const END_SIGNATURE = 0x06054b50
const END_LENGTH = 22
const COMMENT_MAX_LENGTH = 0xffff
const DIRECTORY_SIGNATURE = 0x02014b50
const FILE_SIGNATURE = 0x04034b50
const MAX_ENTRIES = 2_000
const ENCRYPTED = 1

/** The files of a zip by its directory; null when it is none, damaged, encrypted or larger than 4 GB (zip64). */
function readZipEntries(zip: Buffer): ZipEntry[] | null {
  const end = zip.subarray(-(END_LENGTH + COMMENT_MAX_LENGTH))
  const endAt = end.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (endAt < 0 || endAt + END_LENGTH > end.length || end.readUInt32LE(endAt) !== END_SIGNATURE) return null
  const count = end.readUInt16LE(endAt + 10)
  if (count > MAX_ENTRIES) return null
  const entries: ZipEntry[] = []
  for (let index = 0, at = end.readUInt32LE(endAt + 16); index < count; index += 1) {
    const entry = readEntry(zip, at)
    if (!entry) return null
    entries.push(entry)
    at = entry.nextAt
  }
  return entries.map(({ path, method, size, data }) => ({ path, method, size, data }))
}

function readEntry(zip: Buffer, at: number): (ZipEntry & { nextAt: number }) | null {
  if (at + 46 > zip.length || zip.readUInt32LE(at) !== DIRECTORY_SIGNATURE) return null
  if (zip.readUInt16LE(at + 8) & ENCRYPTED) return null
  const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
  const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
  const path = zip.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/')
  const data = packedData(zip, zip.readUInt32LE(at + 42), packed)
  const nextAt = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  return data && { path, method: zip.readUInt16LE(at + 10), size, data, nextAt }
}

function packedData(zip: Buffer, at: number, length: number): Buffer | null {
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== FILE_SIGNATURE) return null
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  return start + length <= zip.length ? zip.subarray(start, start + length) : null
}

/** What is unpacked, and what of it is kept: 100,000 rows of ten columns are some 50 MB. */
const UNPACKED_MAX_BYTES = 96 * 1024 * 1024
const KEPT_MAX_BYTES = 64 * 1024 * 1024
/** Guards the memory; the exact limit is counted by those who know which rows are data. */
const SHEET_MAX_ROWS = SPREADSHEET_MAX_ROWS + 1_000
const CHUNK_BYTES = 256 * 1024
/** Of a row that is cut between two chunks this much waits for its end. */
const LONGEST_ROW = 1024 * 1024
const STORED = 0
const DEFLATED = 8

const WORKBOOK = 'xl/workbook.xml'
const NEEDED = /\.(?:xml|xml\.rels)$/i
const NOT_NEEDED =
  /^(?:docProps|customXml)\/|\/(?:theme|media|drawings|charts|pivot\w*|tables|externalLinks|comments\w*|threadedComments|persons|printerSettings|calcChain\.xml)/i
const SHEET = /^xl\/worksheets\//i

export type UnpackedFile = { path: string; chunks: Buffer[]; length: number; checksum: number }

/** The files of a workbook that hold its cells. The bytes are counted as they come: what a zip declares is only a claim. */
export async function unpackWorkbook(zip: Buffer): Promise<UnpackedFile[]> {
  const entries = readZipEntries(zip)?.filter(({ path }) => NEEDED.test(path) && !NOT_NEEDED.test(path)) ?? []
  if (!entries.some(({ path }) => path === WORKBOOK)) throw new SpreadsheetError('unreadable_file')
  // Sheets first, and their claims aside: one with too many rows is told so, also when it would not fit.
  const [sheets, others] = [entries.filter(isSheet), entries.filter((entry) => !isSheet(entry))]
  const claimed = others.reduce((sum, { size }) => sum + size, 0)
  if (claimed > UNPACKED_MAX_BYTES) throw new SpreadsheetError('unreadable_file')
  const files: UnpackedFile[] = []
  const room = { unpacked: UNPACKED_MAX_BYTES, kept: KEPT_MAX_BYTES }
  for (const entry of [...sheets, ...others]) files.push(await unpack(entry, room))
  return files
}

const isSheet = ({ path }: ZipEntry): boolean => SHEET.test(path)

type Room = { unpacked: number; kept: number }

async function unpack(entry: ZipEntry, room: Room): Promise<UnpackedFile> {
  const file: UnpackedFile = { path: entry.path, chunks: [], length: 0, checksum: 0 }
  for await (const chunk of isSheet(entry) ? filledRows(weighed(entry, room)) : weighed(entry, room)) {
    file.chunks.push(chunk)
    file.length += chunk.length
    file.checksum = crc32(chunk, file.checksum)
    room.kept -= chunk.length
    if (room.kept < 0) throw new SpreadsheetError('unreadable_file')
  }
  return file
}

/** What comes out of the zip, for as long as it is no more than there is room for and than the zip says. */
async function* weighed(entry: ZipEntry, room: Room): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of inflated(entry)) {
    length += chunk.length
    room.unpacked -= chunk.length
    if (room.unpacked < 0 || length > entry.size) throw new SpreadsheetError('unreadable_file')
    yield chunk
  }
}

async function* inflated({ method, data }: ZipEntry): AsyncGenerator<Buffer> {
  if (method === STORED) yield data
  else if (method === DEFLATED) {
    const stream = createInflateRaw({ chunkSize: CHUNK_BYTES })
    stream.end(data)
    for await (const chunk of stream) yield Buffer.from(chunk)
  } else throw new SpreadsheetError('unreadable_file')
}

const EMPTY_CELL = /<(?:\w+:)?c(?:\s[^<>]{0,400})?\/>/g
const EMPTY_ROW = /<(?:\w+:)?row\s[^<>]{0,400}\br="[^<>]{0,400}(?:\/>|><\/(?:\w+:)?row>)/g
const ROW_END = /<\/(?:\w+:)?row>/g

/**
 * The sheet without cells and rows that only have a colour: spreadsheets write a million of them, and the reader takes
 * half a minute for those. Latin1 keeps every byte as it is.
 */
async function* filledRows(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let rows = 0
  let cut = ''
  for await (const chunk of chunks) {
    const text = cut + chunk.toString('latin1')
    const end = Math.max(text.lastIndexOf('</row>') + '</row>'.length, text.length - LONGEST_ROW)
    cut = text.slice(end)
    const filled = withoutEmpty(text.slice(0, end))
    rows += filled.match(ROW_END)?.length ?? 0
    if (rows > SHEET_MAX_ROWS) throw new SpreadsheetError('too_many_rows')
    yield Buffer.from(filled, 'latin1')
  }
  yield Buffer.from(withoutEmpty(cut), 'latin1')
}

const withoutEmpty = (xml: string): string => xml.replace(EMPTY_CELL, '').replace(EMPTY_ROW, '')
