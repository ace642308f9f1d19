import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import { XLSX_MAX_ROWS } from '#contract/exports.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RowFile, RowFileParts } from '../row-file.ts'
import { workbookParts } from './parts.ts'
import { sheetText } from './sheet.ts'

/** XML of a sheet repeats itself so much that the fastest level makes nearly the smallest file. */
const COMPRESSION_LEVEL = 2
const BUFFERED_BYTES = 256 * 1024

/** An Excel workbook of one sheet, compressed by zlib's threads while its rows arrive. */
export async function workbookFile({ file, title, headings, at }: RowFileParts): Promise<RowFile> {
  const sheet = new PassThrough({ highWaterMark: BUFFERED_BYTES })
  const written = writeDown(zipOf(sheet, { title, at }), file)
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
function zipOf(sheet: PassThrough, { title, at: mtime }: { title: string; at: Date }): PassThrough {
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
