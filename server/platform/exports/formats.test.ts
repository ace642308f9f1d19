import { buffer as bytesOf, text as textOf } from 'node:stream/consumers'
import fc from 'fast-check'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { PRINT_MAX_ROWS, XLSX_MAX_ROWS, type ExportFormat } from '#contract/exports.ts'
import type { Cell } from './columns.ts'
import { guarded, unguarded } from '../guard.ts'
import { formats } from './formats.ts'
import { openScratchFile } from '../http/scratch-file.ts'

async function written(format: ExportFormat, headings: string[], rows: Cell[][]) {
  const file = await openScratchFile()
  const target = await formats[format].open({ file, title: 'People', headings, at: new Date('2026-07-29T10:00:00Z') })
  await target.write(rows)
  await target.end()
  return file.createReadStream({ start: 0 })
}

const asText = async (format: ExportFormat, headings: string[], rows: Cell[][]): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(await written(format, headings, rows)))

/** Texts of letters that mean something to a reader of tables. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('=', '+', '-', '@', '"', `'`, ',', ';', '\t', '\r', '\n', ' ', '＝', '1', 'A', '\u{FEFF}'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 30,
})

test('a csv brings back every text, and no cell of it begins a formula', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 20 }), async (rows) => {
      const csv = await asText('csv', ['One', 'Two'], rows)
      expect(csv.startsWith('\u{FEFF}One,Two\r\n')).toBe(true)
      const { data, errors } = Papa.parse<string[]>(csv.slice(1), { newline: '\r\n', delimiter: ',' })
      expect(errors).toEqual([])
      expect(data.slice(1, -1).map((cells) => cells.map(unguarded))).toEqual(rows)
      for (const cell of data.slice(1, -1).flat()) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝](?![\d.]+$)/)
    }),
    { numRuns: 300 },
  )
})

test('a csv that is read at semicolons and line breaks begins no formula either', async () => {
  const csv = await asText('csv', ['Message'], [[`Hi;=cmd|'/C calc'!A0\r\n=1+1;＝2\n @SUM(1)`]])
  expect(csv.split(/[;\r\n]+/).filter((cell) => /^[\s"]*[=+\-@＝]/.test(cell))).toEqual([])
})

test.each([
  ['=HYPERLINK("http://evil.example")', `'=HYPERLINK("http://evil.example")`],
  ['+1+1', `'+1+1`],
  ['-cmd', `'-cmd`],
  ['@SUM(1)', `'@SUM(1)`],
  ['\t=1', `'\t'=1`],
  ['  "=1', `'  "=1`],
  ['＝1', `'＝1`],
  [`'=1`, `''=1`],
  ['+2348031234567', '+2348031234567'],
  ['-12.50', '-12.50'],
  ['Ade-Ola', 'Ade-Ola'],
  ['', ''],
])('%s is written as %s', (text, safe) => {
  expect(guarded(text)).toBe(safe)
  expect(unguarded(safe)).toBe(text)
})

test('a text file has a row a line and a tab between cells, whatever they hold', async () => {
  const file = await asText(
    'txt',
    ['Name', '=Phone'],
    [
      ['Ada\tEze\r\nx', '+2348031234567'],
      ['=1', 7],
      [null, -3],
    ],
  )
  expect(file).toBe(`\u{FEFF}Name\t'=Phone\r\nAda Eze x\t+2348031234567\r\n'=1\t7\r\n\t-3\r\n`)
})

const sheetOf = async (headings: string[], rows: Cell[][]) =>
  readSheet(await bytesOf(await written('xlsx', headings, rows)))

test('a workbook keeps phones and formulas as texts and numbers as numbers', async () => {
  const row = ['+2348031234567', '=1+1', '00123', 12.5, -3, `Ọlá & <b> "'`, 'two\nlines', '😀']
  const headings = row.map((_, index) => `Column ${index}`)
  expect(await sheetOf(headings, [row])).toEqual([headings, row])
})

test('a workbook holds every letter that a name may have', async () => {
  const names = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((name) => !/\p{Cc}|_x|\p{Z}/u.test(name))
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 30 }), async (all) => {
      expect(
        await sheetOf(
          ['Name'],
          all.map((name) => [name]),
        ),
      ).toEqual([['Name'], ...all.map((name) => [name])])
    }),
    { numRuns: 30 },
  )
})

test('letters that XML cannot hold are written in the way of the format', async () => {
  const [, [cell] = []] = await sheetOf(['Name'], [['a\u0001b\uD800c\uFFFEd_x0041_e']])
  expect(['a_x0001_b\uFFFDc_xFFFE_d_x005F_x0041_e', 'a\u0001b\uFFFDc\uFFFEd_x0041_e']).toContain(cell)
})

test('a workbook of no rows is one all the same', async () => {
  expect(await sheetOf(['Name', 'Phone'], [])).toEqual([['Name', 'Phone']])
})

test('more rows than a sheet holds are refused', async () => {
  const file = await openScratchFile()
  const target = await formats.xlsx.open({ file, title: 'People', headings: ['Name'], at: new Date() })
  const rows = Array.from({ length: XLSX_MAX_ROWS + 1 }, () => ['Ada'])
  await expect(target.write(rows)).rejects.toThrow(expect.objectContaining({ code: 'too_many_for_format' }))
  await target.abandon()
  await file.close()
})

test('what is printed is cut, and says of how many', async () => {
  const rows = Array.from({ length: PRINT_MAX_ROWS + 3 }, (_, index) => [index, '=1'])
  const printed = JSON.parse(await textOf(await written('json', ['No.', 'Text'], rows)))
  expect(printed).toMatchObject({ title: 'People', headings: ['No.', 'Text'], total: PRINT_MAX_ROWS + 3 })
  expect(printed.rows).toHaveLength(PRINT_MAX_ROWS)
  expect(printed.rows[0]).toEqual([0, '=1'])
})
