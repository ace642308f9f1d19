import { expect, test } from 'vitest'
import type { Bitmap } from './bitmap.ts'
import { toZpl } from './zpl.ts'

const bitmap = (rows: number[][]): Bitmap => ({
  width: (rows[0]?.length ?? 0) * 8,
  height: rows.length,
  rowBytes: rows[0]?.length ?? 0,
  bytes: Uint8Array.from(rows.flat()),
})

test('a label is one graphic between the marks of its beginning and end', () => {
  expect(toZpl(bitmap([[0xa5], [0x12]]))).toBe('^XA^PW8^LL2^LH0,0^FO0,0^GFA,2,2,1,A512^FS^XZ\n')
})

test('white to the end of a row is a comma, black an exclamation mark, and the row above a colon', () => {
  const white = [0, 0, 0]
  expect(toZpl(bitmap([white, white, [0xa0, 0, 0], [0x1f, 0xff, 0xff]]))).toContain(',12,12,3,,:A,1!^FS')
})

test('long runs are counted', () => {
  const row = [...Array.from({ length: 12 }, () => 0x33), 0x21]
  expect(toZpl(bitmap([row]))).toContain(',gJ321^FS')
})

test('what a printer unpacks is what was packed', () => {
  // A sequence without a pattern, mixed with long runs.
  const rows = Array.from({ length: 40 }, (_, y) =>
    Array.from({ length: 300 }, (_unused, x) => (x % 7 < y % 5 ? 0 : y % 3 === 0 ? 255 : (x * 31 + y * 17) % 251)),
  )
  const data = /\^GFA,\d+,\d+,300,(.*)\^FS/.exec(toZpl(bitmap(rows)))?.[1] ?? ''
  expect(unpack(data, 600)).toEqual(rows.flat())
})

/** As a printer does it. */
function unpack(data: string, rowLength: number): number[] {
  const rows: string[] = []
  let [row, count] = ['', 0]
  const put = (text: string) => {
    row += text
    if (row.length < rowLength) return
    rows.push(row)
    row = ''
  }
  for (const sign of data) {
    if (sign === ':') rows.push(rows.at(-1) ?? '')
    else if (sign === ',') put('0'.repeat(rowLength - row.length))
    else if (sign === '!') put('F'.repeat(rowLength - row.length))
    else if (/[G-Y]/.test(sign)) count += sign.charCodeAt(0) - 70
    else if (/[g-z]/.test(sign)) count += (sign.charCodeAt(0) - 102) * 20
    else {
      put(sign.repeat(count || 1))
      count = 0
    }
  }
  return rows.flatMap((one) => one.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
}
