import { sql } from 'kysely'
import type { ConsoleRoute } from '#contract/operator/settings.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** SMS routes; the one for everywhere comes last. */
export async function selectRoutes(tx: Tx): Promise<ConsoleRoute[]> {
  const { rows } = await sql<ConsoleRoute>`
    select id, name, legacy_name as "legacyName", countries, rate_numerator as "rateNumerator",
      rate_denominator as "rateDenominator", gateway, returns_undelivered as "returnsUndelivered"
    from sms_route order by countries is null, legacy_flag, id`.execute(tx)
  return rows
}

export type RouteInput = Pick<
  ConsoleRoute,
  'name' | 'countries' | 'rateNumerator' | 'rateDenominator' | 'returnsUndelivered'
>

export async function updateRoute(tx: Tx, id: string, route: RouteInput): Promise<void> {
  await sql`
    update sms_route set name = ${route.name}, countries = ${route.countries}::text[],
      rate_numerator = ${route.rateNumerator}, rate_denominator = ${route.rateDenominator},
      returns_undelivered = ${route.returnsUndelivered}
    where id = ${id}`.execute(tx)
}
