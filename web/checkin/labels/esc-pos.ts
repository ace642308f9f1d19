import type { Bitmap } from './bitmap.ts'

const RESET = [0x1b, 0x40]
const CENTRE = [0x1b, 0x61, 1]
/** GS v 0: a picture as it is. */
const RASTER = [0x1d, 0x76, 0x30, 0]
const FEED_LINES = [0x1b, 0x64, 3]
/** Feeds the paper to the knife and leaves a corner uncut. */
const CUT = [0x1d, 0x56, 66, 0]
/** Small printers hold no more than this many rows at once. */
const BAND_ROWS = 128

/** A label in the language of receipt printers: a picture in bands, then the knife. */
export function toEscPos({ height, rowBytes, bytes }: Bitmap): Uint8Array<ArrayBuffer> {
  const parts: (readonly number[] | Uint8Array)[] = [RESET, CENTRE]
  for (let from = 0; from < height; from += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - from)
    parts.push([...RASTER, ...twoBytes(rowBytes), ...twoBytes(rows)])
    parts.push(bytes.subarray(from * rowBytes, (from + rows) * rowBytes))
  }
  parts.push(FEED_LINES, CUT)
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The lower byte first. */
const twoBytes = (value: number): number[] => [value & 0xff, value >> 8]
