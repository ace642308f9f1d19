import { drawLabel } from '../draw-label.ts'
import { toEscPos } from '../esc-pos.ts'
import type { PrinterChoice } from './printer-choice.ts'
import { labelSizes } from '../sizes.ts'
import type { Slip } from '../slips.ts'
import { toZpl } from '../zpl.ts'

/** All stickers as one run of bytes, in the language of the printer. */
export function bytesOf(slips: readonly Slip[], { way, size }: PrinterChoice): Uint8Array<ArrayBuffer> {
  const bitmaps = slips.map((slip) => drawLabel(slip, labelSizes[size]))
  if (way === 'zpl') return new TextEncoder().encode(bitmaps.map(toZpl).join(''))
  return Uint8Array.from(bitmaps.flatMap((bitmap) => [...toEscPos(bitmap)]))
}
