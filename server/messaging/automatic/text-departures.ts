import type { Tx } from '../../platform/database/index.ts'
import { hoursOf, leavesAt, routeTo, selectRoutes, type Hours } from '../routes/index.ts'

type Church = { isoCode: string; timeZone: string; numbers: readonly string[] }

/** Tells when an automatic text to one of these numbers leaves: at once, or when the hours of its route and country open. */
export async function textDepartures(
  tx: Tx,
  { isoCode, timeZone, numbers }: Church,
): Promise<(number: string, at: Date) => Date> {
  const routes = await selectRoutes(tx)
  const routeOf = (number: string): string => routeTo(routes, { isoCode, wish: '' }, number).id
  const hours = new Map<string, Hours>()
  for (const routeId of new Set(numbers.map(routeOf)))
    hours.set(routeId, await hoursOf(tx, { routeId, kind: 'bulk', zone: timeZone }))
  return (number, at) => {
    const open = hours.get(routeOf(number))
    return open ? leavesAt(open, number, at) : at
  }
}
