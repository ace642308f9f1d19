import type { Slip } from '../slips.ts'
import type { PrinterChoice } from './printer-choice.ts'

/** Calls when the browser says that a device was plugged in or out, until the returned function is called. */
function watchDevices(source: EventTarget | undefined, onChange: () => void): () => void {
  source?.addEventListener('connect', onChange)
  source?.addEventListener('disconnect', onChange)
  return () => {
    source?.removeEventListener('connect', onChange)
    source?.removeEventListener('disconnect', onChange)
  }
}

/** As much of WebUSB as sending bytes to a printer takes; TypeScript's own list does not know it. */
type UsbDevice = {
  opened: boolean
  configuration: { interfaces: UsbInterface[] } | null
  open: () => Promise<void>
  selectConfiguration: (number: number) => Promise<void>
  claimInterface: (number: number) => Promise<void>
  transferOut: (endpoint: number, bytes: BufferSource) => Promise<unknown>
  close: () => Promise<void>
}
type UsbInterface = { interfaceNumber: number; alternate: { interfaceClass: number; endpoints: UsbEndpoint[] } }
type UsbEndpoint = { direction: 'in' | 'out'; endpointNumber: number; type: string }
type Usb = EventTarget & {
  getDevices: () => Promise<UsbDevice[]>
  requestDevice: (wanted: { filters: { classCode: number }[] }) => Promise<UsbDevice>
}

/** The class of printers among USB devices. */
const PRINTERS = 7

const usb = (): Usb | undefined => ('usb' in navigator ? (navigator.usb as Usb) : undefined)

const hasUsb = (): boolean => usb() !== undefined

/** The browser asks which printer; it remembers the answer for this device. Has to follow a press. */
async function pairUsb(): Promise<void> {
  await usb()?.requestDevice({ filters: [{ classCode: PRINTERS }] })
}

const isUsbPaired = async (): Promise<boolean> => ((await usb()?.getDevices()) ?? []).length > 0

/** Calls when a device comes or goes, until the returned function is called. */
const watchUsb = (onChange: () => void): (() => void) => watchDevices(usb(), onChange)

/** Sends bytes to the printer that was paired; throws when it is not there. */
async function sendByUsb(bytes: BufferSource): Promise<void> {
  const [device] = (await usb()?.getDevices()) ?? []
  if (!device) throw new Error('No printer is paired by USB.')
  if (!device.opened) await device.open()
  if (!device.configuration) await device.selectConfiguration(1)
  const place = outOf(device.configuration?.interfaces ?? [])
  try {
    await device.claimInterface(place.interfaceNumber)
    await device.transferOut(place.endpointNumber, bytes)
  } finally {
    // Others in the house may print by it too.
    await device.close()
  }
}

function outOf(interfaces: readonly UsbInterface[]): { interfaceNumber: number; endpointNumber: number } {
  for (const { interfaceNumber, alternate } of interfaces) {
    const out = alternate.endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk')
    if (alternate.interfaceClass === PRINTERS && out) return { interfaceNumber, endpointNumber: out.endpointNumber }
  }
  throw new Error('This USB device takes nothing to print.')
}

/** As much of Web Serial as sending bytes to a printer takes; TypeScript's own list does not know it. */
type SerialPort = {
  writable: WritableStream<Uint8Array> | null
  open: (options: { baudRate: number; bufferSize: number }) => Promise<void>
  close: () => Promise<void>
}
type Serial = EventTarget & { getPorts: () => Promise<SerialPort[]>; requestPort: () => Promise<SerialPort> }

/** What label printers are set to when they leave the factory; those behind USB or Bluetooth take any. */
const LINE = { baudRate: 9600, bufferSize: 65_536 }

const serial = (): Serial | undefined => ('serial' in navigator ? (navigator.serial as Serial) : undefined)

const hasSerial = (): boolean => serial() !== undefined

/** The browser asks which port; it remembers the answer for this device. Has to follow a press. */
async function pairSerial(): Promise<void> {
  await serial()?.requestPort()
}

const isSerialPaired = async (): Promise<boolean> => ((await serial()?.getPorts()) ?? []).length > 0

/** Calls when a port comes or goes, until the returned function is called. */
const watchSerial = (onChange: () => void): (() => void) => watchDevices(serial(), onChange)

/** Sends bytes to the port that was paired; throws when it is not there. */
async function sendBySerial(bytes: Uint8Array): Promise<void> {
  const [port] = (await serial()?.getPorts()) ?? []
  if (!port) throw new Error('No printer is paired by a serial port.')
  await port.open(LINE)
  try {
    const writer = port.writable?.getWriter()
    await writer?.write(bytes)
    await writer?.close()
  } finally {
    await port.close()
  }
}

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

/** What draws the stickers in the printer's language; it loads apart from the screens that only may print. */
export const loadBytes = () => import('./printer-bytes.ts')

/** Sends stickers to a label printer, or saves what it would get. Throws when the printer is not there. */
export async function sendLabels(slips: readonly Slip[], choice: PrinterChoice): Promise<void> {
  const { bytesOf } = await loadBytes()
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
