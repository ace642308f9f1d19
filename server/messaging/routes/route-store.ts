import { sql } from 'kysely'
import type { ConsoleRoute } from '#contract/operator/settings.ts'
import type { Tx } from '../../platform/database/index.ts'

export type SmsRoute = {
  id: string
  name: string
  /** What existing clients call it, and its number there. */
  legacyName: string
  legacyFlag: number
  /** null: every country that no other route names. */
  countries: string[] | null
  gateway: string
  /** Tried where the first surely took nothing; null: none. */
  fallbackGateway: string | null
  /** Units a segment, as an exact fraction. */
  rate: { numerator: number; denominator: number }
  returnsUndelivered: boolean
  /** What is said of its hours beside its price. */
  availability: string
  /** Whether it reaches numbers that want no bulk messages from the networks. */
  reachesDnd: boolean
}

type RouteRow = Omit<SmsRoute, 'rate'> & { numerator: number; denominator: number }

/** Every route of the installation, in the order of a country's: the usual one first. */
export async function selectRoutes(tx: Tx): Promise<SmsRoute[]> {
  const { rows } = await sql<RouteRow>`
    select id, name, legacy_name as "legacyName", legacy_flag as "legacyFlag", countries, gateway,
      fallback_gateway as "fallbackGateway", rate_numerator as numerator, rate_denominator as denominator,
      returns_undelivered as "returnsUndelivered", availability, reaches_dnd as "reachesDnd"
    from sms_route order by legacy_flag, id`.execute(tx)
  return rows.map(({ numerator, denominator, ...route }) => ({ ...route, rate: { numerator, denominator } }))
}

/** What a sender would like: a route by its id, or by the name or number that existing clients have for it. */
export type RouteWish = string | number

/** All routes as operators see them; those for everywhere else come last. */
export async function selectAllRoutes(tx: Tx): Promise<ConsoleRoute[]> {
  const { rows } = await sql<ConsoleRoute>`
    select id, name, legacy_name as "legacyName", countries, rate_numerator as "rateNumerator",
      rate_denominator as "rateDenominator", gateway, fallback_gateway as "fallbackGateway", returns_undelivered as "returnsUndelivered", availability,
      reaches_dnd as "reachesDnd"
    from sms_route order by countries is null, legacy_flag, id`.execute(tx)
  return rows
}

export type RouteInput = Omit<ConsoleRoute, 'id' | 'legacyName'>

/** Messages on their way keep what they were quoted. */
export async function updateRoute(tx: Tx, id: string, route: RouteInput): Promise<void> {
  await sql`
    update sms_route set name = ${route.name}, countries = ${route.countries}::text[],
      rate_numerator = ${route.rateNumerator}, rate_denominator = ${route.rateDenominator},
      gateway = ${route.gateway}, fallback_gateway = ${route.fallbackGateway},
      returns_undelivered = ${route.returnsUndelivered}, availability = ${route.availability},
      reaches_dnd = ${route.reachesDnd}
    where id = ${id}`.execute(tx)
}
