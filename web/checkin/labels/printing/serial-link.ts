import { watchDevices } from './watch-devices.ts'

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

export const hasSerial = (): boolean => serial() !== undefined

/** The browser asks which port; it remembers the answer for this device. Has to follow a press. */
export async function pairSerial(): Promise<void> {
  await serial()?.requestPort()
}

export const isSerialPaired = async (): Promise<boolean> => ((await serial()?.getPorts()) ?? []).length > 0

/** Calls when a port comes or goes, until the returned function is called. */
export const watchSerial = (onChange: () => void): (() => void) => watchDevices(serial(), onChange)

/** Sends bytes to the port that was paired; throws when it is not there. */
export async function sendBySerial(bytes: Uint8Array): Promise<void> {
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
