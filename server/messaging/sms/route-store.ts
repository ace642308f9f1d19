import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type SmsRoute = {
  id: string
  gateway: string
  rate: { numerator: number; denominator: number }
  returnsUndelivered: boolean
}

/** The route for a country: the one that names it, else the one for everywhere. */
export async function selectRoute(tx: Tx, isoCode: string): Promise<SmsRoute> {
  const { rows } = await sql<{
    id: string
    gateway: string
    rate_numerator: number
    rate_denominator: number
    returns_undelivered: boolean
  }>`
    select id, gateway, rate_numerator, rate_denominator, returns_undelivered from sms_route
    where countries is null or ${isoCode} = any (countries)
    order by countries is null, legacy_flag limit 1`.execute(tx)
  const route = rows[0]
  if (!route) throw new Error('There is no SMS route: the table sms_route must hold one for every country.')
  return {
    id: route.id,
    gateway: route.gateway,
    rate: { numerator: route.rate_numerator, denominator: route.rate_denominator },
    returnsUndelivered: route.returns_undelivered,
  }
}
