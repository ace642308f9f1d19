import { fetchPack, syncStation } from '#contract/checkin/offline.ts'
import { call } from '../../lib/api.ts'
import { openVault, type Vault } from '../../lib/vault.ts'
import { openStationKey, type StationKey } from './keys.ts'
import { openQueue, type Queue } from './queue.ts'
import type { Line } from './sync-loop.ts'
import { presentTime } from '../../lib/clock.ts'

/** What this device keeps as a station of a church, whoever is signed in: it belongs to the church, not to an account. */
export type KeptStation = {
  vault: Vault
  key: StationKey
  /** Null: it is not a station yet, or was shut out. */
  stationId: string | null
  queueOf: (stationId: string) => Queue
}

/** Null where the browser keeps nothing. Throws where something is kept that cannot be read. */
export async function openKeptStation(tenantId: string): Promise<KeptStation | null> {
  const [vault, key] = await Promise.all([openVault(`station.${tenantId}`), openStationKey()])
  if (!vault.keeps || !key) return null
  const station = await vault.getOrFail<{ id: string }>('station')
  const shelf = { get: vault.getOrFail, put: vault.put }
  return {
    vault,
    key,
    stationId: station?.id ?? null,
    queueOf: (stationId) =>
      openQueue({
        stationId,
        shelf,
        sign: key.sign,
        now: presentTime,
        inTurn: (work) => navigator.locks.request(`nx.station.${stationId}`, work),
      }),
  }
}

/** The calls of a station over the network; each waits so long for an answer. */
export const lineOf = (id: string, timeoutMs = 20_000): Line => ({
  sync: (acts) => call(syncStation, { params: { id }, body: { acts } }, { quiet: true, timeoutMs }),
  pack: (eventId, holding) =>
    call(fetchPack, { params: { id }, body: { eventId, holding } }, { quiet: true, timeoutMs }),
})
