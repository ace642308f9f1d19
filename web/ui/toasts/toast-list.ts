import { useSyncExternalStore } from 'react'

type ToastTone = 'ok' | 'info' | 'warn' | 'bad'
/** What can be done about it, such as taking an act back. */
export type ToastAction = { label: string; onPick: () => void }
export type Toast = { id: number; tone: ToastTone; title: string; text?: string; action?: ToastAction }

/** Short: an answer to a press. Ordinary: worth reading. Long: a warning, or something to do. Longest: money. In milliseconds. */
export const SHORT = 3000
export const ORDINARY = 5000
export const LONG = 10_000
export const LONGEST = 20_000
const DURATION: Record<ToastTone, number> = { ok: SHORT, info: ORDINARY, bad: ORDINARY, warn: LONG }
const SHOWN_AT_MOST = 4

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
/** How long each stays, and the clock that runs for it unless it is held. */
const stays = new Map<number, { duration: number; timer: ReturnType<typeof setTimeout> }>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function closeToast(id: number): void {
  clearTimeout(stays.get(id)?.timer)
  stays.delete(id)
  show(toasts.filter((toast) => toast.id !== id))
}

const start = (id: number, duration: number) =>
  void stays.set(id, { duration, timer: setTimeout(() => closeToast(id), duration) })

/** While somebody is at it, a toast stays; afterwards it has its whole time again. */
export const holdToast = (id: number) => clearTimeout(stays.get(id)?.timer)
export function releaseToast(id: number): void {
  const stay = stays.get(id)
  if (!stay) return
  clearTimeout(stay.timer)
  start(id, stay.duration)
}

type Options = { text?: string; duration?: number; action?: ToastAction }

function add(tone: ToastTone, title: string, { text, action, duration }: Options = {}): () => void {
  const id = ++lastId
  show([...toasts, { id, tone, title, ...(text && { text }), ...(action && { action }) }].slice(-SHOWN_AT_MOST))
  start(id, duration ?? (action ? LONG : DURATION[tone]))
  return () => closeToast(id)
}

/** `toast.ok('Saved')`. Errors are read out at once. Each returns a function that closes it early. */
export const toast = {
  ok: (title: string, options?: Options) => add('ok', title, options),
  info: (title: string, options?: Options) => add('info', title, options),
  warn: (title: string, options?: Options) => add('warn', title, options),
  bad: (title: string, options?: Options) => add('bad', title, options),
}

/** `toast.ok(t('people.archived', { count }), undo(t('ui.toast.undo'), () => undoChange(changeId)))`: ten seconds to take it back. */
export const undo = (label: string, onPick: () => void): Options => ({ action: { label, onPick } })

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useToasts = () => useSyncExternalStore(subscribe, () => toasts)
