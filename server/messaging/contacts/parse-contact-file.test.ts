import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { parseContactFile } from './parse-contact-file.ts'
import type { ParsedContacts } from './collect-contacts.ts'

const MB = 1024 * 1024
/** More than a workbook may unpack to. */
const UNPACKED = 128 * MB
const SPACES = Buffer.alloc(UNPACKED, 0x20)
const ADA = { name: 'Ada', phone: '+2348031234567' }

/** Each file starts a process. */
vi.setConfig({ testTimeout: 60_000 })

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'narthex-contacts-'))
})
afterAll(() => rm(directory, { recursive: true }))

afterEach(async () => {
  await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap'), 5_000)
})

async function parse(content: string | Uint8Array, signal?: AbortSignal): Promise<ParsedContacts> {
  const file = path.join(directory, `${Math.random()}`)
  await writeFile(file, content)
  try {
    return await parseContactFile({ path: file, name: 'contacts.csv' }, 'NG', signal)
  } finally {
    await rm(file)
  }
}

type Part = { path: string; content: string | Buffer; claims?: number; inDirectory?: boolean }

type Packed = { bytes: Buffer; checksum: number; packed: Buffer }
const packedOnce = new Map<Buffer, Packed>()

function pack(content: string | Buffer): Packed {
  const known = Buffer.isBuffer(content) && packedOnce.get(content)
  if (known) return known
  const bytes = Buffer.from(content)
  const made = { bytes, checksum: crc32(bytes), packed: deflateRawSync(bytes, { level: 1 }) }
  if (Buffer.isBuffer(content)) packedOnce.set(content, made)
  return made
}

/** A zip as an attacker writes it: the claimed size may be false, and the directory may not show every file. */
function zipOf(parts: Part[]): Buffer {
  const files: Buffer[] = []
  const directoryEntries: Buffer[] = []
  let at = 0
  for (const { path: name, content, claims, inDirectory = true } of parts) {
    const { bytes, checksum, packed } = pack(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(checksum, 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claims ?? bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    if (inDirectory)
      directoryEntries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, rest, Buffer.from(name)]))
    files.push(file)
    at += file.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directoryEntries.length, 4)
  end.writeUInt16LE(directoryEntries.length, 6)
  end.writeUInt32LE(Buffer.concat(directoryEntries).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, ...directoryEntries, Buffer.from('PK\x05\x06'), end])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function workbook(sheet: string | Buffer, more: Part[] = [], names = ['sheet1']): Part[] {
  const sheets = names
    .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index + 1}"/>`)
    .join('')
  const targets = names.map(
    (name, index) => `<Relationship Id="r${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/${name}.xml"/>`,
  )
  return [
    {
      path: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${targets.join('')}<Relationship Id="s" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { path: 'xl/worksheets/sheet1.xml', content: sheet },
    ...more,
  ]
}

const sheetXml = (rows: string): string => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`
const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const GOOD_ROW = `<row r="1">${cell('A1', 'Ada')}${cell('B1', '08031234567')}</row>`

describe('a workbook', () => {
  test('as spreadsheets write it is read', async () => {
    const bytes = await writeXlsxFile([
      [{ value: 'Phone' }, { value: 'Name' }],
      [{ value: 8031234567 }, { value: 'Ada' }],
    ]).toBuffer()
    expect(await parse(bytes)).toEqual({ rows: 1, contacts: [ADA], duplicates: 0, rejected: [] })
  })

  test('with instructions on its first sheet is read from the second', async () => {
    const sheets = workbook(
      sheetXml(`<row r="1">${cell('A1', 'Fill in the next sheet')}</row>`),
      [],
      ['sheet1', 'sheet2'],
    )
    const parsed = await parse(zipOf([...sheets, { path: 'xl/worksheets/sheet2.xml', content: sheetXml(GOOD_ROW) }]))
    expect(parsed.contacts).toEqual([ADA])
  })

  test('with a million rows that only have a colour is read', async () => {
    const empty = Array.from(
      { length: 1_000_000 },
      (_, index) => `<row r="${index + 2}"><c r="A${index + 2}" s="1"/></row>`,
    ).join('')
    expect((await parse(zipOf(workbook(sheetXml(GOOD_ROW + empty))))).contacts).toEqual([ADA])
  })

  test.each([
    ['that unpacks to 128 MB', () => zipOf(workbook(SPACES))],
    [
      'that unpacks to 128 MB and claims 100 bytes',
      () => zipOf(workbook(SPACES).map((part) => ({ ...part, claims: 100 }))),
    ],
    [
      'whose shared strings unpack to 128 MB',
      () => zipOf(workbook(sheetXml(GOOD_ROW), [{ path: 'xl/sharedStrings.xml', content: SPACES }])),
    ],
    [
      'whose shared strings claim 4 GB',
      () =>
        zipOf(workbook(sheetXml(GOOD_ROW), [{ path: 'xl/sharedStrings.xml', content: '<sst/>', claims: 0xfffffff0 }])),
    ],
    [
      'with a cell in the last corner of the largest sheet',
      () => zipOf(workbook(sheetXml(`<row r="999999999">${cell('ZZZZZZ999999999', 'x')}</row>`))),
    ],
    [
      'of 16,384 columns in 40,000 rows',
      () =>
        zipOf(
          workbook(
            sheetXml(
              Array.from(
                { length: 40_000 },
                (_, index) => `<row r="${index + 1}">${cell(`XFD${index + 1}`, 'x')}</row>`,
              ).join(''),
            ),
          ),
        ),
    ],
    ['that nests a million tags', () => zipOf(workbook('<a>'.repeat(1_000_000)))],
    ['of another program', () => zipOf([{ path: 'word/document.xml', content: '08031234567' }])],
    ['cut in half', () => zipOf(workbook(sheetXml(GOOD_ROW))).subarray(0, 500)],
    [
      'whose directory is broken',
      () => Buffer.concat([zipOf(workbook(sheetXml(GOOD_ROW))).subarray(0, -10), Buffer.alloc(10, 0xff)]),
    ],
  ])('%s is refused', async (_, make) => {
    await expect(parse(make())).rejects.toMatchObject({ code: 'unreadable_file' })
  })

  test('of ten million rows is refused for its rows', async () => {
    const rows = Buffer.alloc(UNPACKED, '<row><c><v>1</v></c></row>')
    await expect(parse(zipOf(workbook(rows)))).rejects.toMatchObject({ code: 'too_many_rows' })
  })

  test('laughing a billion times is read as the plain text it is', async () => {
    const lol = Array.from({ length: 12 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
      '',
    )
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${lol}]>${sheetXml(`<row r="1">${cell('A1', '&l12;')}${cell('B1', '08031234567')}</row>`)}`
    const parsed = await parse(zipOf(workbook(bomb)))
    expect(parsed.contacts.map(({ phone }) => phone)).toEqual([ADA.phone])
    expect(parsed.contacts[0]?.name?.length ?? 0).toBeLessThan(100)
  })

  test('is read by its directory: a file hidden before it is never unpacked', async () => {
    const hidden = { path: 'xl/worksheets/sheet1.xml', content: SPACES, inDirectory: false }
    expect((await parse(zipOf([hidden, ...workbook(sheetXml(GOOD_ROW))]))).contacts).toEqual([ADA])
  })
})

describe('a text', () => {
  test.each([
    ['of one line of 5 MB', 'x'.repeat(5 * MB)],
    ['of 5 MB of commas', ','.repeat(5 * MB)],
    ['of 5 MB of quotes', '"'.repeat(5 * MB)],
    ['of 5 MB of line ends', '\n'.repeat(5 * MB)],
    ['of 5 MB of one-digit cells', '1,'.repeat(2 * MB)],
    ['of 5 MB of quoted line ends', '"\n'.repeat(2 * MB)],
  ])('%s ends with a code', async (_, content) => {
    await expect(parse(content)).rejects.toMatchObject({
      code: expect.stringMatching(/^unreadable_file$|^too_many_rows$/) as string,
    })
  })

  test('with cells of 70 kB is read', async () => {
    const parsed = await parse(`Name,Phone\n${'A'.repeat(70_000)},08031234567\nBola,${'0'.repeat(70_000)}\n`)
    expect(parsed.contacts).toEqual([{ name: 'A'.repeat(100), phone: ADA.phone }])
    expect(parsed.rejected).toEqual([{ row: 3, value: '0'.repeat(100), reason: 'too_long' }])
  })

  test('of 100,000 rows is read, and of one more it is refused', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `Adébáyọ̀ ${index},0803${1_000_000 + index}`).join('\n')
    const parsed = await parse(`Name,Phone\n${rows}`)
    expect(parsed).toMatchObject({ rows: 100_000, duplicates: 0, rejected: [] })
    expect(parsed.contacts).toHaveLength(100_000)
    // Rows that are refused count too, and are read in no time.
    const more = `Name,Phone\nAda,08031234567\n${'Ada,1\n'.repeat(100_000)}`
    await expect(parse(more)).rejects.toMatchObject({ code: 'too_many_rows' })
  })
})

describe('the parsing process', () => {
  test('ends when the upload is given up', async () => {
    const upload = new AbortController()
    const parsed = parse('Name,Phone\nAda,08031234567', upload.signal)
    await vi.waitFor(() => expect(process.getActiveResourcesInfo()).toContain('ProcessWrap'), { interval: 1 })
    upload.abort(new Error('gone'))
    await expect(parsed).rejects.toThrow('gone')
    await expect(parse('08031234567', AbortSignal.abort(new Error('gone before')))).rejects.toThrow('gone before')
  })

  test('takes files in turn, and a bad one does not spoil the next', async () => {
    const bomb = zipOf(workbook(SPACES))
    const files = [bomb, 'Name,Phone\nAda,08031234567', bomb, 'Ada,08031234567', bomb]
    const results = await Promise.allSettled(files.map((file) => parse(file)))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled', 'rejected'])
  })

  test('that finds no file says unreadable', async () => {
    await expect(parseContactFile({ path: path.join(directory, 'none'), name: 'x' }, 'NG')).rejects.toMatchObject({
      code: 'unreadable_file',
    })
  })
})
