import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { registerAt, type Registered } from './register-family.ts'
import { lookAtEvent, type Wanted } from './registration-store.ts'

/** A guardian who registers people of the own family, when. */
export type Registrar = { tenantId: TenantId; personId: string; at: Date; enqueue: Enqueue }

/** Registers people of the guardian's own family. Throws like `registerFamily`. */
export async function registerOwn(
  tx: Tx,
  { personId, ...registrar }: Registrar,
  wanted: { eventId: string; children: readonly Wanted[] },
): Promise<Registered> {
  const event = await lookAtEvent(tx, wanted.eventId, { guardianId: personId })
  if (!event?.familyId) throw new ApiError('not_found')
  return registerAt(tx, { ...registrar, ...wanted, familyId: event.familyId, broughtBy: personId }, event)
}
