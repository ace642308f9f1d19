import { useSyncExternalStore } from 'react'

/** Kept by the browser with each step: how many steps led there, and how far it was scrolled. */
type Kept = { step: number; y: number }

const listeners = new Set<() => void>()
let arrivals: (() => void)[] = []

const keptHere = (): Kept => {
  const kept = history.state as Partial<Kept> | null
  return { step: kept?.step ?? 0, y: kept?.y ?? 0 }
}

export const here = (): string => location.pathname + location.search

/** The address whose screen stands, or is on its way. */
let standing = ''

function tell(): void {
  standing = here()
  for (const listener of listeners) listener()
}

/** Back shuts a dialog that stands over the screen, as on every phone; the screen stays. */
function onBrowserStep(): void {
  const dialog = [...document.querySelectorAll('dialog')].findLast(({ open }) => open)
  if (!dialog || standing === here()) return tell()
  history.pushState({ step: keptHere().step + 1, y: scrollY }, '', standing)
  dialog.close()
}

/** Goes to an address of this page; ends when its screen is shown. */
export function go(href: string, replace = false): Promise<void> {
  if (href === here()) return Promise.resolve()
  const { step } = keptHere()
  if (replace) history.replaceState({ step, y: 0 }, '', href)
  else {
    history.replaceState({ step, y: scrollY }, '')
    history.pushState({ step: step + 1, y: 0 }, '', href)
  }
  const arrival = new Promise<void>((arrived) => arrivals.push(arrived))
  tell()
  return arrival
}

/** The screen of the address stands: where it was scrolled to when it was left, else at its beginning. */
export function arrive(): void {
  scrollTo(0, keptHere().y)
  const waiting = arrivals
  arrivals = []
  for (const arrived of waiting) arrived()
}

export const canGoBack = (): boolean => keptHere().step > 0

function subscribe(listener: () => void): () => void {
  history.scrollRestoration = 'manual'
  standing = here()
  listeners.add(listener)
  addEventListener('popstate', onBrowserStep)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', onBrowserStep)
  }
}

/** Path and query of the address. */
export const useHere = (): string => useSyncExternalStore(subscribe, here)
