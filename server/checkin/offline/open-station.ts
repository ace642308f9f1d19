import { randomInt } from 'node:crypto'
import type { openStation as call, OwnStation } from '#contract/checkin/stations.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit, deviceName } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '#server/platform/http/index.ts'
import { sealingKeyOf } from './sealed-act.ts'
import { insertStation, refuseEarlier, selectStation, type Station } from './station-store.ts'
import { isPublicKey } from './verify-act.ts'

type Opening = { secretKey: string; caller: Caller; actor: Actor; at: Date; body: Received<typeof call>['body'] }

/** Of one account: nobody can crowd out what waits for somebody else. */
const MOST_WAITING = 5

/** A device asks to become a station. Throws `invalid_input` for a key that is none. */
export async function openStation(tx: Tx, { secretKey, caller, actor, at, body }: Opening): Promise<OwnStation> {
  const { tenantId, accountId, sessionId } = caller
  if (!isPublicKey(body.publicKey))
    throw new ApiError('invalid_input', { fields: { publicKey: 'This is not a valid key.' } })
  const device = deviceName(actor.device)
  await refuseEarlier(tx, { accountId, most: MOST_WAITING - 1, at })
  let stationId: string | null = null
  let code = ''
  while (!stationId) {
    code = String(randomInt(10_000)).padStart(4, '0')
    stationId = await insertStation(tx, tenantId, {
      accountId,
      sessionId,
      publicKey: body.publicKey,
      device,
      code,
      at,
    })
  }
  await audit(tx, tenantId, actor, { act: 'station.opened', details: { code }, at })
  return {
    stationId,
    state: 'waiting',
    name: null,
    code,
    sealingKey: sealingKeyOf({ tenantId, secretKey }),
    renewal: 0,
    applied: 0,
  }
}

type Asked = { tenantId: TenantId; secretKey: string; stationId: string }

/** How a device stands as a station. Throws `not_found`. */
export async function readStation(tx: Tx, { stationId: asked, ...church }: Asked): Promise<OwnStation> {
  const station = await selectStation(tx, asked)
  if (!station) throw new ApiError('not_found')
  const { id: stationId, name, code, renewal, applied, isAdmitted, isRevoked } = station
  const state = isRevoked ? 'out' : isAdmitted ? 'admitted' : 'waiting'
  return { stationId, state, name, code, sealingKey: sealingKeyOf(church), renewal, applied }
}

/** A station that may work by itself. Throws `not_found`, `station_waiting`, `station_revoked`. */
export function mustBeAdmitted(station: Station | null): Station {
  if (!station) throw new ApiError('not_found')
  if (station.isRevoked) throw new ApiError('station_revoked')
  if (!station.isAdmitted) throw new ApiError('station_waiting')
  return station
}
