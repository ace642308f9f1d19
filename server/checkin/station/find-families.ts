import type { findFamilies as call } from '#contract/checkin/station.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Desk } from './desk.ts'
import { eventOf } from './event-day.ts'
import { familiesOf, familiesOfPhone, familyOfCode } from './look-for.ts'
import { stationFamilies } from './station-families.ts'

/** Who has come: the family of a code, or families by phone or name. A locked station finds by whole code or phone only. */
export async function findFamiliesAtDoor(
  tx: Tx,
  { selfService, isoCode }: Pick<Desk, 'selfService' | 'isoCode'>,
  { eventId, code, search = '' }: Received<typeof call>['body'],
): Promise<Answer<typeof call>> {
  const event = await eventOf(tx, eventId)
  const find = selfService ? familiesOfPhone : familiesOf
  const familyIds =
    code === undefined ? await find(tx, search, isoCode) : await familyOfCode(tx, { day: event.day, typed: code })
  return { families: await stationFamilies(tx, { event, familyIds, selfService }) }
}
