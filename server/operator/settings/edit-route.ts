import { z } from 'zod/mini'
import { routeFields, type ConsoleRoute } from '#contract/operator/settings.ts'
import { selectAllRoutes, updateRoute, type RouteInput } from '../../messaging/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { confirmedAct, changesOf } from '../changes/index.ts'
import { noteOperatorAct } from '../log/index.ts'

/**
 * Changes an SMS route; messages on their way keep what they were quoted. Every country keeps a route, and no two
 * that existing clients know by one name: throws `invalid_input`, and `not_found`.
 */
export const editRoute = confirmedAct({
  kind: 'route',
  shape: z.object({ id: z.string(), route: routeFields }),
  look: async (tx, { id, route }) => {
    const routes = await selectAllRoutes(tx)
    const present = routes.find((known) => known.id === id)
    if (!present) throw new ApiError('not_found')
    const others = routes.filter((known) => known.id !== id)
    refuseOverlap(route, present, others)
    const changes = changesOf(inputOf(present), inputOf(route))
    return changes && { subject: id, details: { route: present.name }, ...changes }
  },
  apply: async (tx, _context, { wanted: { id, route }, looked, change, actor, at }) => {
    await updateRoute(tx, id, inputOf(route))
    const { before, after } = looked
    const details = { route: route.name, before, after, reason: change.reason, askedBy: change.askedBy.name }
    await noteOperatorAct(tx, actor, { act: 'route.changed', subjectId: id, details, at })
  },
})

/** Existing clients tell the routes of a country by their older name. */
function refuseOverlap(
  { countries }: RouteInput,
  { legacyName, countries: before }: ConsoleRoute,
  others: readonly ConsoleRoute[],
): void {
  if (before === null && countries !== null && others.every((other) => other.countries !== null))
    throw refused('One route must cover all countries without a route of their own.')
  const namesakes = others.filter((other) => other.legacyName === legacyName)
  if (countries === null && namesakes.some((other) => other.countries === null))
    throw refused('Another route of this name already covers all other countries.')
  const twice = countries?.find((country) => namesakes.some((other) => other.countries?.includes(country)))
  if (twice !== undefined) throw refused(`Another route of this name already covers ${twice}.`)
}

const inputOf = ({ name, countries, ...route }: RouteInput): RouteInput => ({
  name,
  countries: countries && [...new Set(countries)].sort(),
  rateNumerator: route.rateNumerator,
  rateDenominator: route.rateDenominator,
  gateway: route.gateway,
  fallbackGateway: route.fallbackGateway,
  returnsUndelivered: route.returnsUndelivered,
  availability: route.availability,
  reachesDnd: route.reachesDnd,
})

/** A route names gateways that are there, and two different ones. */
export function refuseGateways({ gateway, fallbackGateway }: RouteInput, names: readonly string[]): void {
  if (!names.includes(gateway)) throw refused('This installation has no such gateway.', 'gateway')
  if (fallbackGateway === null) return
  if (fallbackGateway === gateway) throw refused('Choose another gateway than the first.', 'fallbackGateway')
  if (!names.includes(fallbackGateway)) throw refused('This installation has no such gateway.', 'fallbackGateway')
}

const refused = (message: string, field = 'countries'): ApiError =>
  new ApiError('invalid_input', { fields: { [field]: message } })
