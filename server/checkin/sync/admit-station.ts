import type { StationRow, openStation as call, OwnStation } from '#contract/checkin/stations.ts'
import { audit, deviceName } from '../../identity/index.ts'
import { cleanName } from '../../people/index.ts'
import type { Tx, TenantId } from '../../platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import {
  claimName,
  lockStation,
  saveAdmitted,
  selectStations,
  insertStation,
  refuseEarlier,
  selectStation,
  mustBeAdmitted,
} from './station-store.ts'
import { randomInt } from 'node:crypto'
import type { Received } from '#contract/endpoint.ts'
import { sealingKeyOf, isPublicKey } from './seals.ts'

type Naming = { caller: Caller; actor: Actor; at: Date; stationId: string; name: string }

/** The stations of the church, those that wait first, with what they hold. */
export async function listStations(tx: Tx, asked: { at: Date; id?: string }): Promise<StationRow[]> {
  const stations = await selectStations(tx, asked)
  return stations.map(({ askedAt, seenAt, ...station }) => ({
    ...station,
    askedAt: askedAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }))
}

/**
 * From now on the station works by itself; one that was shut out does again. Of two who admit it at once under different
 * names the second is told. Throws `not_found`, `name_taken`, `already_decided`, `invalid_input`.
 */
export async function admitStation(tx: Tx, naming: Naming): Promise<StationRow> {
  const { caller, actor, at } = naming
  const station = await lockStation(tx, naming.stationId)
  // Gone, or of somebody who left the staff before anybody admitted it.
  const row = station && (await rowOf(tx, naming, station.id))
  if (!station || !row) throw new ApiError('not_found')
  const name = cleaned(naming.name)
  if (station.isAdmitted && !station.isRevoked) {
    if (station.name !== name) throw new ApiError('already_decided')
    return row
  }
  await claim(tx, caller, { id: station.id, name })
  await saveAdmitted(tx, { id: station.id, accountId: caller.accountId, at })
  await audit(tx, caller.tenantId, actor, { act: 'station.admitted', details: { name }, at })
  return (await rowOf(tx, naming, station.id)) ?? row
}

/** Throws `not_found`, `name_taken`, `invalid_input`, and `station_waiting` or `station_revoked`: those have no name yet, or no more. */
export async function renameStation(tx: Tx, naming: Naming): Promise<StationRow> {
  const { caller, actor, at } = naming
  const { id, name: before } = mustBeAdmitted(await lockStation(tx, naming.stationId))
  const name = cleaned(naming.name)
  if (name !== before) {
    await claim(tx, caller, { id, name })
    await audit(tx, caller.tenantId, actor, { act: 'station.renamed', details: { before, name }, at })
  }
  const row = await rowOf(tx, naming, id)
  if (!row) throw new ApiError('not_found')
  return row
}

function cleaned(text: string): string {
  const name = cleanName(text)
  if (name === '') throw new ApiError('invalid_input', { fields: { name: 'A name is needed.' } })
  return name
}

async function claim(tx: Tx, { tenantId }: Caller, station: { id: string; name: string }): Promise<void> {
  if (!(await claimName(tx, { tenantId, ...station }))) throw new ApiError('name_taken')
}

const rowOf = async (tx: Tx, { at }: Naming, id: string): Promise<StationRow | undefined> =>
  (await listStations(tx, { at, id }))[0]

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
