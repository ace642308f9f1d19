import { audit } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { lockClasses, shareEvents } from '../registration/place-store.ts'
import { freePlaces } from '../waiting/free-places.ts'
import { takeBackCodes } from './code-block-store.ts'
import { saveLeases, selectLeases } from './lease-store.ts'
import { lockStation, saveRevoked } from './station-store.ts'

type Revoking = { tenantId: TenantId; actor: Actor; at: Date; stationId: string; enqueue: Enqueue }

/** Shuts a station out for good; its places go to whoever waits, its codes are nobody's any more. Throws `not_found`. */
export async function revokeStation(tx: Tx, revoking: Revoking): Promise<{ revoked: true }> {
  const { tenantId, actor, at, stationId, enqueue } = revoking
  const station = await lockStation(tx, stationId)
  if (!station) throw new ApiError('not_found')
  if (station.isRevoked) return { revoked: true }
  await saveRevoked(tx, stationId, at)
  await takeBackCodes(tx, stationId)
  await audit(tx, tenantId, actor, { act: 'station.revoked', at })
  const classIds = (await selectLeases(tx, stationId)).map(({ classId }) => classId)
  await shareEvents(tx, classIds)
  await lockClasses(tx, classIds)
  // Again behind the lock: a registration may have used some meanwhile.
  const leases = await selectLeases(tx, stationId)
  const back = leases.map(({ classId, places }) => ({ classId, places: 0, change: -places }))
  await saveLeases(tx, { tenantId, stationId }, back)
  await freePlaces(tx, enqueue, { tenantId, classIds, at })
  return { revoked: true }
}
