import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { spreadsheetTables } from '../../platform/spreadsheets/index.ts'
import { collectContacts, type ParsedContacts, isPhoneCell, readContacts } from './collect-contacts.ts'

const template = readFileSync(path.resolve(import.meta.dirname, '../../../web/public/contact-template.csv'), 'utf8')

const ADA = '+2348031234567'
const BOLA = '+2348051234567'
const CHI = '+2347061234567'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'narthex-contacts-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function read(content: string | Uint8Array): Promise<ParsedContacts> {
  const file = path.join(directory, 'file')
  await writeFile(file, content)
  for await (const table of spreadsheetTables(file, (cell) => isPhoneCell(cell, 'NG'))) {
    return collectContacts(table, 'NG')
  }
  throw new Error('no table')
}

const listed = ({ contacts }: ParsedContacts): string[] => contacts.map(({ name, phone }) => `${name ?? '-'} ${phone}`)

const both = [`Ada Obi ${ADA}`, `Bọ́lá Àjàní ${BOLA}`]

describe('encodings', () => {
  const text = 'Name,Phone\r\nAda Obi,08031234567\r\nBọ́lá Àjàní,08051234567\r\n'
  const utf16 = Buffer.from(text, 'utf16le')
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16LE', utf16],
    ['UTF-16BE', Buffer.from(utf16).swap16()],
    ['UTF-8 with NUL bytes', Buffer.from(text.replaceAll('O', 'O\0').replaceAll('8', '8\0'))],
  ])('%s is read', async (_, bytes) => {
    expect(listed(await read(bytes))).toEqual(both.map((each) => each.normalize('NFC')))
  })

  test('windows-1252 is read, its quotes and euro too', async () => {
    const bytes = Buffer.from('Nom;T\xe9l\xe9phone\nRen\xe9\x92\x80;08031234567\n', 'latin1')
    expect(listed(await read(bytes))).toEqual([`René’€ ${ADA}`])
  })

  test('one broken byte does not turn the whole file into another alphabet', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `Bọ́lá Àjàní,080512345${index + 10}`).join('\n')
    const parsed = await read(
      Buffer.concat([Buffer.from(`Name,Phone\n${rows}\nAda `), Buffer.from([0xff]), Buffer.from(',08031234567')]),
    )
    expect(parsed.contacts[0]?.name).toBe('Bọ́lá Àjàní'.normalize('NFC'))
    expect(parsed.contacts).toHaveLength(21)
  })
})

describe('delimiters and quotes', () => {
  test.each([
    ['comma', 'Name,Phone\nAda Obi,08031234567\n"Bola, Mrs",08051234567', [`Ada Obi ${ADA}`, `Bola, Mrs ${BOLA}`]],
    [
      'semicolon, commas in names',
      'Name;Phone\nObi, Ada;08031234567\nAjani, Bola;08051234567',
      [`Obi, Ada ${ADA}`, `Ajani, Bola ${BOLA}`],
    ],
    ['tab', 'Name\tPhone\nAda\t0803 123 4567\nBola\t0805,1234567', [`Ada ${ADA}`]],
    ['bar', 'Name|Phone\nAda|08031234567', [`Ada ${ADA}`]],
    ['a sep= line', 'sep=;\nName;Phone\nAda;08031234567', [`Ada ${ADA}`]],
    ['old Mac line ends', 'Name,Phone\rAda,08031234567\rBola,08051234567', [`Ada ${ADA}`, `Bola ${BOLA}`]],
    ['mixed line ends', 'Name,Phone\r\nAda,08031234567\nBola,08051234567\r', [`Ada ${ADA}`, `Bola ${BOLA}`]],
    ['quoted line breaks', 'Name,Phone\n"Ada\nObi",08031234567', [`Ada Obi ${ADA}`]],
    ['doubled quotes', 'Name,Phone\n"Ada ""Ade"" Obi","08031234567"', [`Ada "Ade" Obi ${ADA}`]],
    ['a quote that never closes', 'Name,Phone\n"Ada,08031234567\nBola,08051234567', [`"Ada ${ADA}`, `Bola ${BOLA}`]],
    ['formulas that keep the zero', 'Name,Phone\nAda,="08031234567"', [`Ada ${ADA}`]],
    ['one number a line', '08031234567\n\n0805 123 4567\n', [`- ${ADA}`, `- ${BOLA}`]],
    ['several numbers a line', '08031234567, 08051234567;07061234567\n', [`- ${ADA}`, `- ${BOLA}`, `- ${CHI}`]],
    ['lines of different length', '08031234567\n08051234567,07061234567', [`- ${ADA}`, `- ${BOLA}`, `- ${CHI}`]],
    ['numbers with spaces between', '08031234567 08051234567', [`- ${ADA}`, `- ${BOLA}`]],
    [
      'two numbers in a cell',
      'Name;Phone\nAda;08031234567, 08051234567\nChi;0706 123 4567',
      [`Ada ${ADA}`, `Ada ${BOLA}`, `Chi ${CHI}`],
    ],
    ['two numbers with a slash', 'Name,Phone\nAda,08031234567/08051234567', [`Ada ${ADA}`, `Ada ${BOLA}`]],
  ])('%s', async (_, text, contacts) => {
    expect(listed(await read(text))).toEqual(contacts)
  })
})

describe('columns', () => {
  test.each([
    ['the template that the page offers', template, [`Ada Obi ${ADA}`, 'Kwame Mensah +233244123456']],
    ['reversed', 'Phone,Name\n08031234567,Ada', [`Ada ${ADA}`]],
    ['no heading', 'Ada Obi,08031234567\nBola Ajani,08051234567', [`Ada Obi ${ADA}`, `Bola Ajani ${BOLA}`]],
    ['no heading, reversed', '08031234567,Ada Obi\n08051234567,Bola Ajani', [`Ada Obi ${ADA}`, `Bola Ajani ${BOLA}`]],
    [
      'no heading, titles and towns',
      'Mr,Ada,Lagos,08031234567\nMr,Bola,Lagos,08051234567\nMr,Chi,Abuja,07061234567',
      [`Ada ${ADA}`, `Bola ${BOLA}`, `Chi ${CHI}`],
    ],
    ['first and last name', 'Surname,First Name,Mobile\nObi,Ada,08031234567', [`Ada Obi ${ADA}`]],
    ['surname and name', 'Surname,Name,GSM No\nObi,Ada,08031234567', [`Ada Obi ${ADA}`]],
    ['French', 'Nom;Prénom;Numéro de téléphone\nObi;Ada;08031234567', [`Ada Obi ${ADA}`]],
    ['French whole name', 'NOM COMPLET;TÉL.\nAda Obi;08031234567', [`Ada Obi ${ADA}`]],
    ['Swahili', 'Jina,Simu\nAda,08031234567', [`Ada ${ADA}`]],
    ['Arabic', 'الاسم,رقم الهاتف\nآدا,٠٨٠٣١٢٣٤٥٦٧', [`آدا ${ADA}`]],
    ['headings of no known language', 'Vorl,Kuulu\nAda,08031234567\nBola,08051234567', [`Ada ${ADA}`, `Bola ${BOLA}`]],
    ['camel case', 'firstName,lastName,phoneNumber\nAda,Obi,08031234567', [`Ada Obi ${ADA}`]],
    [
      'a title above',
      'Grace Church phone list\n\nS/N,Name,Phone Number\n1,Ada,08031234567\n2,Bola,08051234567',
      [`Ada ${ADA}`, `Bola ${BOLA}`],
    ],
    ['number means phone', 'S/N,Name,Number\n1,Ada,08031234567', [`Ada ${ADA}`]],
    [
      'mobile before home',
      'Name,Home Phone,Mobile Phone\nAda,012345678,08031234567\nBola,08051234567,',
      [`Ada ${ADA}`, `Bola ${BOLA}`],
    ],
    [
      'never the next of kin',
      'Name,Phone,Next of kin phone\nAda,08031234567,08051234567\nBola,,07061234567',
      [`Ada ${ADA}`],
    ],
    [
      'Google contacts',
      'First Name,Middle Name,Last Name,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\nAda,M,Obi,a@b.org,Mobile,0803 123 4567 ::: 0805 123 4567',
      [`Ada Obi ${ADA}`, `Ada Obi ${BOLA}`],
    ],
    ['e-mails are no names', '08031234567,ada@x.org,Ada\n08051234567,bola@x.org,Bola', [`Ada ${ADA}`, `Bola ${BOLA}`]],
    ['a heading called __proto__', '__proto__,constructor,Phone\nAda,x,08031234567', [`Ada ${ADA}`]],
  ])('%s', async (_, text, contacts) => {
    expect(listed(await read(text))).toEqual(contacts)
  })
})

/** The one refusal there is, or reading to the end, which is as good: anything else is a crash. */
const endOf = (parsed: Promise<ParsedContacts>): Promise<string> =>
  parsed.then(
    () => 'SpreadsheetError',
    (error: Error) => error.name,
  )

describe('what is not certain', () => {
  test('is reported with its row, value and reason', async () => {
    const parsed = await read(
      'Name,Phone\nAda,08031234567\n\nBola,2.34803E+12\nChi,0803\nDan,\nEve,n/a\nAda again,+234 803 123 4567\n,,\nFay,0803123456789\nGil,\u202e0123\u0000',
    )
    expect(parsed).toEqual({
      rows: 8,
      contacts: [{ name: 'Ada', phone: ADA }],
      duplicates: 1,
      rejected: [
        { row: 4, value: '2.34803E+12', reason: 'scientific_notation' },
        { row: 5, value: '0803', reason: 'too_short' },
        { row: 6, value: '', reason: 'empty' },
        { row: 7, value: 'n/a', reason: 'not_a_number' },
        { row: 10, value: '0803123456789', reason: 'too_long' },
        { row: 11, value: '0123', reason: 'too_short' },
      ],
    })
  })

  test('every row of data is a contact, a duplicate or reported', async () => {
    const phone = fc.oneof(
      fc.constantFrom('08031234567', '0803', '', 'x', '2.3E+11'),
      fc.integer({ min: 8_030_000_000, max: 8_039_999_999 }).map((each) => `0${each}`),
    )
    const row = fc.tuple(fc.stringMatching(/^[A-Za-z][A-Za-z' -]{0,20}[a-z]$/), phone)
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 60 }), async (rows) => {
        const parsed = await read(
          `Name,Phone\n${rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')}`,
        )
        expect(parsed.rows).toBe(rows.length)
        expect(parsed.contacts.length + parsed.duplicates + parsed.rejected.length).toBe(rows.length)
        expect(new Set(parsed.contacts.map((contact) => contact.phone)).size).toBe(parsed.contacts.length)
      }),
      { numRuns: 50 },
    )
  })

  test.each([
    ["=cmd|'/C calc'!A0", "=cmd|'/C calc'!A0"],
    ['@SUM(1+1)', '@SUM(1+1)'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['Ada 🌸👩🏾\u200d🌾', 'Ada 🌸👩🏾\u200d🌾'],
    ['\u200fאברהם', '\u200fאברהם'],
    ['\u202eadA', 'adA'],
    ['A\u0000da\u0007', 'Ada'],
    ['x'.repeat(70_000), 'x'.repeat(100)],
    ['   ', null],
  ])('a name like %j is kept as plain text', async (raw, name) => {
    const parsed = await read(`Phone,Name\n08031234567,"${raw}"\n08051234567,Bola`)
    expect(parsed.contacts[0]).toEqual({ name, phone: ADA })
  })

  test('whatever bytes a file holds, reading it ends with contacts or a code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        expect(await endOf(read(bytes))).toBe('SpreadsheetError')
      }),
    )
    const signs = fc.string({ unit: fc.constantFrom(...'0803+,;\t|"\n\r\0 Aé='), maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(signs, async (text) => {
        expect(await endOf(read(text))).toBe('SpreadsheetError')
      }),
    )
  })
})

describe('a file that is no contact file', () => {
  test.each([
    ['of nothing', ''],
    ['of a byte order mark', '\ufeff'],
    ['of line ends', '\r\n'.repeat(1_000)],
    ['without any number', 'Name,Phone\nAda,none\n'],
    ['that is an old Excel file', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 08031234567', 'latin1')],
    ['that is a PDF', '%PDF-1.7\n08031234567\n'],
    ['that is a picture', Buffer.from('\x89PNG\r\n\x1a\n08031234567', 'latin1')],
    ['that is an empty zip', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')],
    ['of control characters', Buffer.concat([Buffer.alloc(50_000, 3), Buffer.from('\n08031234567\n')])],
  ])('%s is refused', async (_, content) => {
    const file = path.join(directory, 'refused')
    await writeFile(file, content)
    await expect(readContacts(file, 'NG')).rejects.toMatchObject({ code: 'unreadable_file' })
  })
})

describe('workbooks', () => {
  test('text, number and formula-like cells are read with their row', async () => {
    const sheet = [
      ['Name', 'Phone'],
      ['Ada', '0803 123 4567'],
      ['Bola', 8051234567],
      [],
      ['Chi', 2347061234567],
      ['Dan', 2.34803e12],
      ['=1+1', '08031234567'],
      ['Eve', true],
    ]
    const bytes = await writeXlsxFile(
      sheet.map((row) => row.map((value) => ({ value, type: cellType(value) }))),
    ).toBuffer()
    expect(await read(bytes)).toEqual({
      rows: 6,
      contacts: [
        { name: 'Ada', phone: ADA },
        { name: 'Bola', phone: BOLA },
        { name: 'Chi', phone: CHI },
      ],
      duplicates: 1,
      rejected: [
        { row: 6, value: '2.34803e+12', reason: 'scientific_notation' },
        { row: 8, value: 'true', reason: 'not_a_number' },
      ],
    })
  })
})

function cellType(value: string | number | boolean): typeof String | typeof Number | typeof Boolean {
  if (typeof value === 'number') return Number
  return typeof value === 'boolean' ? Boolean : String
}
