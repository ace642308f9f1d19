import type { Labels } from '#contract/checkin/station.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { recordCustody } from '../custody/record-custody.ts'
import { lockRegistration } from './children-store.ts'
import type { Desk } from './desk.ts'
import { labelsOf } from './labels.ts'

/** The labels of a registration once more, with the same code; the custody log keeps that there are two. Throws `not_found`. */
export async function reprint(
  tx: Tx,
  { tenantId, secretKey, custody: actor, at }: Desk,
  registrationId: string,
): Promise<Labels> {
  const registration = await lockRegistration(tx, registrationId)
  if (!registration) throw new ApiError('not_found')
  const labels = await labelsOf(tx, { registrationId, personIds: null, at })
  const { eventId } = registration
  await recordCustody(tx, { tenantId, secretKey, eventId, at }, [{ act: 'labels_reprinted', actor, registrationId }])
  return labels
}
