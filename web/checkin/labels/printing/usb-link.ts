import { watchDevices } from './watch-devices.ts'

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

export const hasUsb = (): boolean => usb() !== undefined

/** The browser asks which printer; it remembers the answer for this device. Has to follow a press. */
export async function pairUsb(): Promise<void> {
  await usb()?.requestDevice({ filters: [{ classCode: PRINTERS }] })
}

export const isUsbPaired = async (): Promise<boolean> => ((await usb()?.getDevices()) ?? []).length > 0

/** Calls when a device comes or goes, until the returned function is called. */
export const watchUsb = (onChange: () => void): (() => void) => watchDevices(usb(), onChange)

/** Sends bytes to the printer that was paired; throws when it is not there. */
export async function sendByUsb(bytes: BufferSource): Promise<void> {
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
