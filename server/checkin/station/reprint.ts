import type { Labels, reprint as call } from '#contract/checkin/station.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { recordCustody } from '../custody/record-custody.ts'
import { lockRegistration } from './children-store.ts'
import { stationOf, type Desk } from './desk.ts'
import { labelsOf } from './labels.ts'

/** The labels of a registration once more, with the same code; the custody log keeps that there are two. Throws `not_found`. */
export async function reprint(
  tx: Tx,
  { tenantId, secretKey, custody: actor, at }: Desk,
  { registrationId, ...from }: Received<typeof call>['body'],
): Promise<Labels> {
  const registration = await lockRegistration(tx, registrationId)
  if (!registration) throw new ApiError('not_found')
  const labels = await labelsOf(tx, { registrationId, personIds: null, at })
  const { eventId } = registration
  const stationId = await stationOf(tx, from.stationId)
  await recordCustody(tx, { tenantId, secretKey, eventId, at }, [
    { act: 'labels_reprinted', actor, registrationId, stationId },
  ])
  return labels
}
