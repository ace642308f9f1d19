import { z } from 'zod/mini'
import { routeFields, type ConsoleRoute } from '#contract/operator/settings.ts'
import { ApiError } from '../../platform/http/index.ts'
import { confirmedAct, changesOf } from '../changes/index.ts'
import { noteOperatorAct } from '../log/index.ts'
import { selectRoutes, updateRoute, type RouteInput } from './settings-store.ts'

/**
 * Changes an SMS route; messages on their way keep what they were quoted. Every country keeps exactly one route: throws
 * `invalid_input` where two would name it, or none would serve it, and `not_found`.
 */
export const editRoute = confirmedAct({
  kind: 'route',
  shape: z.object({ id: z.string(), route: routeFields }),
  look: async (tx, { id, route }) => {
    const routes = await selectRoutes(tx)
    const present = routes.find((known) => known.id === id)
    if (!present) throw new ApiError('not_found')
    const others = routes.filter((known) => known.id !== id)
    refuseOverlap(route, others)
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

function refuseOverlap({ countries }: RouteInput, others: readonly ConsoleRoute[]): void {
  const isForTheRest = others.some((other) => other.countries === null)
  if (countries === null && isForTheRest) throw refused('Another route already covers all other countries.')
  if (countries !== null && !isForTheRest)
    throw refused('One route must cover all countries without a route of their own.')
  const twice = countries?.find((country) => others.some((other) => other.countries?.includes(country)))
  if (twice !== undefined) throw refused(`Another route already covers ${twice}.`)
}

const inputOf = ({ name, countries, rateNumerator, rateDenominator, returnsUndelivered }: RouteInput): RouteInput => ({
  name,
  countries: countries && [...new Set(countries)].sort(),
  rateNumerator,
  rateDenominator,
  returnsUndelivered,
})

const refused = (message: string): ApiError => new ApiError('invalid_input', { fields: { countries: message } })
