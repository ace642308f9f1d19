import { useSyncExternalStore } from 'react'

export type ToastTone = 'ok' | 'warn' | 'bad'
export type Toast = { id: number; tone: ToastTone; title: string; text?: string }

/** Short: an answer to a press. Ordinary: worth reading. Long: a warning. In milliseconds. */
export const SHORT = 3000
export const ORDINARY = 5000
export const LONG = 10_000
const DURATION: Record<ToastTone, number> = { ok: SHORT, bad: ORDINARY, warn: LONG }
const SHOWN_AT_MOST = 4

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export const closeToast = (id: number) => show(toasts.filter((toast) => toast.id !== id))

type Options = { text?: string; duration?: number }

function add(tone: ToastTone, title: string, { text, duration = DURATION[tone] }: Options = {}): () => void {
  const id = ++lastId
  show([...toasts, { id, tone, title, ...(text && { text }) }].slice(-SHOWN_AT_MOST))
  setTimeout(() => closeToast(id), duration)
  return () => closeToast(id)
}

/** `toast.ok('Saved')`. Errors are read out at once. Each returns a function that closes it early. */
export const toast = {
  ok: (title: string, options?: Options) => add('ok', title, options),
  warn: (title: string, options?: Options) => add('warn', title, options),
  bad: (title: string, options?: Options) => add('bad', title, options),
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useToasts = () => useSyncExternalStore(subscribe, () => toasts)
