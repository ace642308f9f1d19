import { audit, endChurchSession } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { giveBackPlaces } from './give-back.ts'
import { lockStation, saveRevoked } from './station-store.ts'

type Revoking = {
  tenantId: TenantId
  /** Of whoever shuts it out. */
  ownSessionId: string
  actor: Actor
  at: Date
  stationId: string
  enqueue: Enqueue
}

/**
 * Shuts a station out until a leader admits it again: its places go to whoever waits, and the session that was on it ends,
 * so that the device can read nothing over the network either. Its codes nobody else is given: what it did arrives then. One that waits is refused,
 * and goes on as the ordinary screen that it was. Throws `not_found`.
 */
export async function revokeStation(tx: Tx, revoking: Revoking): Promise<{ revoked: true }> {
  const { tenantId, ownSessionId, actor, at, stationId, enqueue } = revoking
  const station = await lockStation(tx, stationId)
  if (!station) throw new ApiError('not_found')
  const { isAdmitted, isRevoked, name, code, sessionId } = station
  if (isRevoked) return { revoked: true }
  await saveRevoked(tx, stationId, at)
  const details = isAdmitted ? { name } : { code }
  await audit(tx, tenantId, actor, { act: isAdmitted ? 'station.revoked' : 'station.refused', details, at })
  if (!isAdmitted) return { revoked: true }
  // Whoever shuts out the device in their own hands stays signed in on it.
  if (sessionId && sessionId !== ownSessionId) await endChurchSession(tx, { tenantId, sessionId })
  await giveBackPlaces(tx, { tenantId, stationId, at, enqueue })
  return { revoked: true }
}
