import type { RouteWish, SmsRoute } from './route-store.ts'
import { PLACE_LETTERS, placeOf } from './place-of-number.ts'

/** The routes of a country, the usual one first: those that name it, else those for everywhere else. */
export function routesOf(all: readonly SmsRoute[], isoCode: string): [SmsRoute, ...SmsRoute[]] {
  const named = all.filter(({ countries }) => countries?.includes(isoCode))
  const [first, ...others] = named.length > 0 ? named : all.filter(({ countries }) => countries === null)
  if (!first) throw new Error('There is no SMS route: the table sms_route must hold one for every country.')
  return [first, ...others]
}

/** Which of a country's routes is wished for; null: it is none of them. */
export function chooseRoute(routes: readonly SmsRoute[], wish: RouteWish): SmsRoute | null {
  const wished = String(wish).trim().toLowerCase()
  const isWished = ({ id, legacyName, legacyFlag }: SmsRoute): boolean =>
    [id, legacyName, String(legacyFlag)].some((word) => word.toLowerCase() === wished)
  return routes.find(isWished) ?? null
}

/** How a church would like its message to travel; without a wish by the usual route. */
export type Travelling = { isoCode: string; wish: RouteWish }

/** The route to one number: that of the country where it is from, and the one that is wished for where that has it. */
export function routeTo(all: readonly SmsRoute[], { isoCode, wish }: Travelling, number: string): SmsRoute {
  const routes = routesOf(all, placeOf(number).isoCode ?? isoCode)
  return chooseRoute(routes, wish) ?? routes[0]
}

/** By which of several routes each number goes, told by its first letters. */
export type Ways<Route = SmsRoute> = { routes: [Route, ...Route[]]; wayOf: (letters: string) => number }

/**
 * The ways of a message to numbers that begin so: only those that somebody goes by, the church's own first. Nobody at all
 * goes by the church's own.
 */
export function waysFor(all: readonly SmsRoute[], travelling: Travelling, beginnings: Iterable<string>): Ways {
  const own = chooseRoute(routesOf(all, travelling.isoCode), travelling.wish) ?? routesOf(all, travelling.isoCode)[0]
  const routeOf = new Map<string, SmsRoute>()
  for (const letters of beginnings) {
    const place = letters.slice(0, PLACE_LETTERS)
    if (!routeOf.has(place)) routeOf.set(place, routeTo(all, travelling, place))
  }
  const used = [...new Set(routeOf.values())].toSorted((one, other) => Number(other === own) - Number(one === own))
  const [first = own, ...others] = used
  const routes: Ways['routes'] = [first, ...others]
  return {
    routes,
    wayOf: (letters) => Math.max(0, routes.indexOf(routeOf.get(letters.slice(0, PLACE_LETTERS)) ?? first)),
  }
}
