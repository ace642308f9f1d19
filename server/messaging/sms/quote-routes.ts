import type { Decimal } from '#contract/billing/exact.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { unitPriceOf } from '../../billing/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { unitsForAll, weighed, type Rate, type SegmentCount } from '../campaigns/index.ts'
import {
  chooseRoute,
  departures,
  hoursOf,
  placeOf,
  routesOf,
  selectRoutes,
  waysFor,
  type Hours,
  type PrefixCount,
  type Ways,
} from '../routes/index.ts'

type Church = { isoCode: string; currency: string; timeZone: string }
type ByPrefix = SegmentCount['byPrefix']
type Quoting = {
  routeId?: string | null | undefined
  byPrefix: ByPrefix
  prefixes: readonly PrefixCount[]
  at: Date
}
type QuotedRoutes = Pick<SmsQuote, 'routeId' | 'routes' | 'countries' | 'departures' | 'units'> & {
  /** Units for another spelling of the same message, by the same routes. */
  unitsOf: (byPrefix: ByPrefix) => number
}

/**
 * The routes of the church's country to choose from, the one that was wished for or else the usual one, and what the message
 * costs by each and when it leaves: numbers of other countries go by their own routes, whatever is chosen.
 */
export async function quoteRoutes(tx: Tx, church: Church, quoting: Quoting): Promise<QuotedRoutes> {
  const { routeId, byPrefix, prefixes, at } = quoting
  const all = await selectRoutes(tx)
  const own = routesOf(all, church.isoCode)
  const unitPrice = await unitPriceOf(tx, church, at)
  const hoursBy = hoursByRoute(tx, church.timeZone)
  const waysBy = (wish: string): Ways => waysFor(all, { isoCode: church.isoCode, wish }, byPrefix.keys())
  const routes: SmsQuote['routes'] = []
  for (const { rate, gateway: _gateway, fallbackGateway: _other, returnsUndelivered: _returns, ...known } of own) {
    const { countries: _countries, ...route } = known
    const ways = waysBy(route.id)
    const parts = weighed(ways, byPrefix)
    routes.push({
      ...route,
      units: unitsForAll(parts),
      people: parts.find((part) => part.route.id === route.id)?.people ?? 0,
      price: unitPrice && { amount: pagePrice(unitPrice.amount, rate), currency: unitPrice.currency },
      departures: await departuresBy(ways, prefixes, { hoursBy, at }),
    })
  }
  const wished = (chooseRoute(own, routeId ?? '') ?? own[0]).id
  const ways = waysBy(wished)
  return {
    routeId: wished,
    routes,
    units: unitsForAll(weighed(ways, byPrefix)),
    departures: routes.find(({ id }) => id === wished)?.departures ?? [],
    countries: countriesOf(ways, byPrefix),
    unitsOf: (spelled) => unitsForAll(weighed(ways, spelled)),
  }
}

/** The hours of each route, read once. */
function hoursByRoute(tx: Tx, zone: string): (routeId: string) => Promise<Hours> {
  const known = new Map<string, Hours>()
  return async (routeId) => {
    const hours = known.get(routeId) ?? (await hoursOf(tx, { routeId, kind: 'bulk', zone }))
    known.set(routeId, hours)
    return hours
  }
}

type Leaving = { hoursBy: (routeId: string) => Promise<Hours>; at: Date }

/** When how many leave, each by its own route: those that leave now first, then by time. */
async function departuresBy(
  { routes, wayOf }: Ways,
  prefixes: readonly PrefixCount[],
  { hoursBy, at }: Leaving,
): Promise<SmsQuote['departures']> {
  const found: SmsQuote['departures'] = []
  for (const [way, { id: routeId }] of routes.entries()) {
    const those = prefixes.filter(({ prefix }) => wayOf(prefix) === way)
    found.push(...departures(await hoursBy(routeId), those, at).map((one) => ({ ...one, routeId })))
  }
  return found.toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? '') || other.people - one.people)
}

/** How many people and pages go to which country, and by which route; most people first. */
function countriesOf({ routes, wayOf }: Ways, byPrefix: ByPrefix): SmsQuote['countries'] {
  const found = new Map<string | null, SmsQuote['countries'][number]>()
  for (const [prefix, { people, segments }] of byPrefix) {
    const { isoCode } = placeOf(prefix)
    const { id: routeId, name: routeName } = routes[wayOf(prefix)] ?? routes[0]
    const known = found.get(isoCode) ?? { isoCode, people: 0, pages: 0, routeId, routeName }
    found.set(isoCode, { ...known, people: known.people + people, pages: known.pages + segments })
  }
  return [...found.values()].toSorted((one, other) => other.people - one.people)
}

/** A page costs parts of what the smallest coin is worth: four decimals tell it. */
const DECIMALS = 4

/** What a page costs: 5.9 a unit at 75 for 59 is 7.5. Half up, without zeros at the end. */
function pagePrice({ units, scale }: Decimal, { numerator, denominator }: Rate): string {
  const above = units * BigInt(numerator) * 10n ** BigInt(DECIMALS)
  const below = BigInt(denominator) * 10n ** BigInt(scale)
  const digits = String((above * 2n + below) / (below * 2n)).padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '')
}
