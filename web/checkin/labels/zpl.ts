import type { Bitmap } from './bitmap.ts'

/** A run of one sign: `G` to `Y` say 1 to 19 of it, `g` to `z` 20 to 400. */
const ONES = ' GHIJKLMNOPQRSTUVWXY'
const TWENTIES = ' ghijklmnopqrstuvwxyz'
const MOST = 400

/** A label in the language of Zebra printers and many others: one graphic, packed as they pack it. */
export function toZpl({ width, height, rowBytes, bytes }: Bitmap): string {
  const rows = Array.from({ length: height }, (_, row) => packRow(bytes.subarray(row * rowBytes, (row + 1) * rowBytes)))
  // A colon repeats the row above.
  const data = rows.map((row, index) => (row === rows[index - 1] ? ':' : row)).join('')
  const total = rowBytes * height
  return `^XA^PW${width}^LL${height}^LH0,0^FO0,0^GFA,${total},${total},${rowBytes},${data}^FS^XZ\n`
}

/** A row in hexadecimal, its runs counted; a comma fills it with white to its end, an exclamation mark with black. */
function packRow(row: Uint8Array): string {
  const hex = [...row].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
  const end = /(0+|F+)$/.exec(hex)?.[1] ?? ''
  const fill = end.startsWith('0') ? ',' : '!'
  const rest = end.length > 1 ? hex.slice(0, -end.length) : hex
  return packRuns(rest) + (end.length > 1 ? fill : '')
}

const packRuns = (hex: string): string => hex.replaceAll(/(.)\1*/g, (run, sign: string) => packRun(run.length, sign))

function packRun(length: number, sign: string): string {
  if (length < 3) return sign.repeat(length)
  if (length > MOST) return packRun(MOST, sign) + packRun(length - MOST, sign)
  const [twenties, ones] = [Math.floor(length / 20), length % 20]
  return `${twenties > 0 ? TWENTIES[twenties] : ''}${ones > 0 ? ONES[ones] : ''}${sign}`
}
