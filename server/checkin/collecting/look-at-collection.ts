import { codeIn } from '#contract/checkin/codes.ts'
import type { Collection, lookAtCollection as call } from '#contract/checkin/station.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { recordCustody } from '../custody/record-custody.ts'
import { lockRegistration } from '../station/children-store.ts'
import type { Desk } from '../station/desk.ts'
import { eventOf } from '../station/event-day.ts'
import { familiesOf, familiesOfOwnCode } from '../station/look-for.ts'
import { collectionsOf } from './collection.ts'
import { markCollector, selectHeadByCode, selectHeadsOf } from './collection-store.ts'

type Looking = Received<typeof call>['body']

/**
 * Somebody stands at the desk for children: by their code, which tells the classes so, or by phone or name, up to ten
 * families. Throws `not_found` for the event.
 */
export async function lookAtCollection(
  tx: Tx,
  desk: Desk,
  { eventId, code, search = '' }: Looking,
): Promise<Collection[]> {
  const { day } = await eventOf(tx, eventId)
  const about = { eventId, day, at: desk.at }
  const right = code === undefined ? null : codeIn(code)
  if (code !== undefined) {
    const [head] = right ? await selectHeadByCode(tx, { eventId, day, code: right }) : []
    // Their own code finds them, and the one of their registration is still to be shown.
    if (!head) return byFamilies(tx, about, await familiesOfOwnCode(tx, code))
    await tellClasses(tx, desk, { eventId, registrationId: head.registrationId })
    return collectionsOf(tx, [head], { ...about, codeShown: true })
  }
  return byFamilies(tx, about, await familiesOf(tx, search, desk.isoCode, eventId))
}

async function byFamilies(
  tx: Tx,
  about: { eventId: string; day: string; at: Date },
  familyIds: string[],
): Promise<Collection[]> {
  const heads = await selectHeadsOf(tx, about.eventId, familyIds)
  const found = await collectionsOf(tx, heads, { ...about, codeShown: false })
  return found.filter(({ children }) => children.length > 0)
}

async function tellClasses(
  tx: Tx,
  { tenantId, secretKey, custody: actor, at }: Desk,
  { eventId, registrationId }: { eventId: string; registrationId: string },
): Promise<void> {
  await lockRegistration(tx, registrationId)
  const told = await markCollector(tx, registrationId, at)
  await recordCustody(
    tx,
    { tenantId, secretKey, eventId, at },
    told.map((child) => ({ act: 'collector_came', actor, registrationId, ...child })),
  )
}
