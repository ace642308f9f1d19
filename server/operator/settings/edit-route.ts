import type { DeskRoute } from '#contract/operator/settings.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { changesOf } from './changes.ts'
import { lockInstallation } from './installation-store.ts'
import { selectRoutes, updateRoute, type RouteInput } from './route-store.ts'

export type RouteChange = { route: RouteInput; actor: Actor; at: Date }

/**
 * Changes an SMS route; messages on their way keep what they were quoted. Every country keeps exactly one route: throws
 * `invalid_input` where two would name it, or none would serve it, and `not_found`.
 */
export async function editRoute(tx: Tx, id: string, { route, actor, at }: RouteChange): Promise<DeskRoute> {
  await lockInstallation(tx)
  const routes = await selectRoutes(tx)
  const before = routes.find((known) => known.id === id)
  if (!before) throw new ApiError('not_found')
  const wanted = { ...route, countries: route.countries && [...new Set(route.countries)].sort() }
  refuseOverlap(
    wanted,
    routes.filter((known) => known.id !== id),
  )
  const changes = changesOf(inputOf(before), wanted)
  if (!changes) return before
  await updateRoute(tx, id, wanted)
  await noteAtDesk(tx, actor, { act: 'route.changed', subjectId: id, details: { route: wanted.name, ...changes }, at })
  return { ...before, ...wanted }
}

function refuseOverlap({ countries }: RouteInput, others: readonly DeskRoute[]): void {
  const isForTheRest = others.some((other) => other.countries === null)
  if (countries === null && isForTheRest) throw refused('Another route already covers all other countries.')
  if (countries !== null && !isForTheRest)
    throw refused('One route must cover all countries without a route of their own.')
  const twice = countries?.find((country) => others.some((other) => other.countries?.includes(country)))
  if (twice !== undefined) throw refused(`Another route already covers ${twice}.`)
}

const inputOf = ({ name, countries, rateNumerator, rateDenominator, returnsUndelivered }: DeskRoute): RouteInput => ({
  name,
  countries: countries && [...countries].sort(),
  rateNumerator,
  rateDenominator,
  returnsUndelivered,
})

const refused = (message: string): ApiError => new ApiError('invalid_input', { fields: { countries: message } })
