import type { StationRow } from '#contract/checkin/stations.ts'
import { audit } from '#server/identity/index.ts'
import { cleanName } from '#server/people/index.ts'
import { dayIn } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '#server/platform/http/index.ts'
import { mustBeAdmitted } from './open-station.ts'
import { claimName, lockStation, saveAdmitted, selectStations } from './station-store.ts'

type Naming = { caller: Caller; actor: Actor; at: Date; stationId: string; name: string }

/** The stations of the church, those that wait first, with what they hold today. */
export async function listStations(
  tx: Tx,
  { timeZone, at, id }: { timeZone: string; at: Date; id?: string },
): Promise<StationRow[]> {
  const stations = await selectStations(tx, { day: dayIn(timeZone, at), at, ...(id && { id }) })
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

const rowOf = async (tx: Tx, { caller, at }: Naming, id: string): Promise<StationRow | undefined> =>
  (await listStations(tx, { timeZone: caller.church.timeZone, at, id }))[0]
