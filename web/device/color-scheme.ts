import { useSyncExternalStore } from 'react'

export type SchemeChoice = 'system' | 'light' | 'dark'
export type Scheme = 'light' | 'dark'

/** Also read by scheme.js, before the first paint. */
const KEY = 'nx.scheme'
const listeners = new Set<() => void>()
const system = matchMedia('(prefers-color-scheme: dark)')

function choice(): SchemeChoice {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

function scheme(): Scheme {
  const chosen = choice()
  if (chosen !== 'system') return chosen
  return system.matches ? 'dark' : 'light'
}

function show(): void {
  document.documentElement.setAttribute('data-scheme', scheme())
  for (const listener of listeners) listener()
}

/** Keeps the choice on this device; `system` follows the device again. */
export function chooseScheme(chosen: SchemeChoice): void {
  if (chosen === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, chosen)
  show()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  system.addEventListener('change', show)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) system.removeEventListener('change', show)
  }
}

/** What was chosen, and what is shown. */
export function useColorScheme(): { choice: SchemeChoice; scheme: Scheme } {
  return { choice: useSyncExternalStore(subscribe, choice), scheme: useSyncExternalStore(subscribe, scheme) }
}
