import type { ComponentType } from 'react'

/** The parts that an address fills in, by the names that the pattern gives them. */
export type Params = Record<string, string>

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)

/** A part that is no text, such as a lone `%`, names nothing. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/**
 * What `/checkin/event/$eventId` reads from an address; null when the address is another one. Capitals and a slash at the
 * end make no difference, as on the server.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)]
  if (wanted.length !== given.length) return null
  const params: Params = {}
  for (const [at, want] of wanted.entries()) {
    const part = decoded(given[at] ?? '')
    if (part === null) return null
    if (want.startsWith('$')) params[want.slice(1)] = part
    else if (want.toLowerCase() !== part.toLowerCase()) return null
  }
  return params
}

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

type Found = { route: Route; params: Params }

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
