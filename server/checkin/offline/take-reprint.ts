import { codeIn } from '#contract/checkin/codes.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { recordCustody } from '../custody/record-custody.ts'
import { lockRegistrationByCode } from '../station/children-store.ts'
import { eventOf } from '../station/event-day.ts'
import type { KeptOutcome } from './act-store.ts'
import { done, type Act, type Taking } from './taking.ts'

/** Labels were printed again without a network, with the code that they had: the log keeps that there are two. */
export async function takeReprint(
  tx: Tx,
  { desk, stationId }: Taking,
  { eventId, code: printed }: Act<'reprint'>,
): Promise<KeptOutcome> {
  const { day } = await eventOf(tx, eventId)
  const code = codeIn(printed)
  const registration = code && (await lockRegistrationByCode(tx, { eventId, day, code }))
  const registrationId = registration ? registration.registrationId : null
  const { tenantId, secretKey, custody: actor, at } = desk
  await recordCustody(tx, { tenantId, secretKey, eventId, at }, [
    { act: 'labels_reprinted', actor, registrationId, stationId },
  ])
  return done({ registrationId })
}
