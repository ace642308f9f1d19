import type { ComponentType } from 'react'
import { matchPath, type Params } from './match.ts'

/** A screen by its address. */
export type Route = {
  path: string
  /** Its script is loaded when it is entered, or when a link to it is about to be pressed. */
  load: () => Promise<ComponentType>
  /** Begins to read what it shows, beside its script. */
  warm?: (params: Params) => void
  /** Stands behind the door. */
  isInside?: boolean
}

export type Found = { route: Route; params: Params }

let known: readonly Route[] = []
/** Screens whose script is here: they are shown without waiting. */
const screens = new Map<Route, ComponentType>()

/** Said once, before anything is shown. The first route that fits counts. */
export function setRoutes(routes: readonly Route[]): void {
  known = routes
}

export function find(href: string): Found | null {
  const pathname = href.split(/[?#]/, 1)[0] ?? ''
  for (const route of known) {
    const params = matchPath(route.path, pathname)
    if (params) return { route, params }
  }
  return null
}

export const loadedScreen = (route: Route): ComponentType | undefined => screens.get(route)

export async function loadScreen({ route, params }: Found): Promise<ComponentType> {
  route.warm?.(params)
  const screen = screens.get(route) ?? (await route.load())
  screens.set(route, screen)
  return screen
}

/** A link is about to be pressed. What fails is tried again, and told, when it is followed. */
export function preload(href: string): void {
  const found = find(href)
  if (found) loadScreen(found).catch(() => undefined)
}
