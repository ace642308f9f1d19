import { useSyncExternalStore } from 'react'
import { sizeNames, type LabelSizeName } from '../sizes.ts'

/** How labels are printed here. `link`: how the printer is reached; the browser's own way needs none. */
export type PrinterChoice = {
  way: 'browser' | 'zpl' | 'esc_pos'
  link: 'usb' | 'serial' | 'file'
  size: LabelSizeName
}

/** What this device prints with; nothing of anybody. */
const KEY = 'nx.printer'
const ORDINARY: PrinterChoice = { way: 'browser', link: 'file', size: '62x40' }

const oneOf = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise

/** What was kept, as far as it still makes sense. */
export function readChoice(kept: string | null): PrinterChoice {
  const { way, link, size } = parsed(kept)
  return {
    way: oneOf(['browser', 'zpl', 'esc_pos'], way, ORDINARY.way),
    link: oneOf(['usb', 'serial', 'file'], link, ORDINARY.link),
    size: oneOf(sizeNames, size, ORDINARY.size),
  }
}

function parsed(kept: string | null): Record<string, unknown> {
  try {
    return { ...(JSON.parse(kept ?? '{}') as object) }
  } catch {
    return {}
  }
}

let current: PrinterChoice | undefined
const listeners = new Set<() => void>()

const printerChoice = (): PrinterChoice => (current ??= readChoice(localStorage.getItem(KEY)))

export function choosePrinter(choice: PrinterChoice): void {
  current = choice
  localStorage.setItem(KEY, JSON.stringify(choice))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePrinterChoice = (): PrinterChoice => useSyncExternalStore(subscribe, printerChoice)
