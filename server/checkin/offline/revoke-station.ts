import { audit } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { giveBack } from './give-back.ts'
import { lockStation, saveRevoked } from './station-store.ts'

type Revoking = { tenantId: TenantId; actor: Actor; at: Date; stationId: string; enqueue: Enqueue }

/** Shuts a station out for good; its places go to whoever waits, its codes are nobody's any more. Throws `not_found`. */
export async function revokeStation(tx: Tx, revoking: Revoking): Promise<{ revoked: true }> {
  const { tenantId, actor, at, stationId, enqueue } = revoking
  const station = await lockStation(tx, stationId)
  if (!station) throw new ApiError('not_found')
  if (station.isRevoked) return { revoked: true }
  await saveRevoked(tx, stationId, at)
  await audit(tx, tenantId, actor, { act: 'station.revoked', at })
  await giveBack(tx, { tenantId, stationId, at, enqueue })
  return { revoked: true }
}
