import { drawLabel } from '../draw-label.ts'
import { toEscPos } from '../esc-pos.ts'
import { labelSizes } from '../sizes.ts'
import type { Slip } from '../slips.ts'
import { toZpl } from '../zpl.ts'
import type { PrinterChoice } from './printer-choice.ts'
import { hasSerial, isSerialPaired, pairSerial, sendBySerial, watchSerial } from './serial-link.ts'
import { hasUsb, isUsbPaired, pairUsb, sendByUsb, watchUsb } from './usb-link.ts'

/** How long a browser may take to begin with a file before its address is forgotten. */
const FORGET_FILE_MS = 60_000

export const links = {
  usb: { isThere: hasUsb, pair: pairUsb, isPaired: isUsbPaired, watch: watchUsb },
  serial: { isThere: hasSerial, pair: pairSerial, isPaired: isSerialPaired, watch: watchSerial },
  file: {
    isThere: () => true,
    pair: () => Promise.resolve(),
    isPaired: () => Promise.resolve(true),
    watch: () => () => undefined,
  },
} as const satisfies Record<PrinterChoice['link'], object>

/** All stickers as one run of bytes, in the language of the printer. */
function bytesOf(slips: readonly Slip[], { way, size }: PrinterChoice): Uint8Array<ArrayBuffer> {
  const bitmaps = slips.map((slip) => drawLabel(slip, labelSizes[size]))
  if (way === 'zpl') return new TextEncoder().encode(bitmaps.map(toZpl).join(''))
  return Uint8Array.from(bitmaps.flatMap((bitmap) => [...toEscPos(bitmap)]))
}

/** Sends stickers to a label printer, or saves what it would get. Throws when the printer is not there. */
export async function sendLabels(slips: readonly Slip[], choice: PrinterChoice): Promise<void> {
  const bytes = bytesOf(slips, choice)
  if (choice.link === 'usb') return sendByUsb(bytes)
  if (choice.link === 'serial') return sendBySerial(bytes)
  saveFile(bytes, choice.way === 'zpl' ? 'labels.zpl' : 'labels.bin')
}

function saveFile(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), FORGET_FILE_MS)
}
