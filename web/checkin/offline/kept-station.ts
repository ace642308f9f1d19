import { fetchPack, syncStation, type SignedAct, type StationAct } from '#contract/checkin/offline.ts'
import type { OwnStation } from '#contract/checkin/stations.ts'
import { call } from '../../api/call.ts'
import { readKeptDay } from './kept-day.ts'
import { openVault, type Vault } from '../../device/vault.ts'
import { openStationKey, type StationKey, sealAct } from './keys.ts'
import { keyHeld, openPackLock, type PackLock } from './pack-lock.ts'
import { openQueue, type Queue, type SealedAct } from './queue.ts'
import type { KeptAct } from './station-state.ts'
import type { Line } from './sync-loop.ts'
import { presentTime } from '../../device/clock.ts'

/** What this device keeps as a station of a church, whoever is signed in: it belongs to the church, not to an account. */
export type KeptStation = {
  lock: PackLock
  key: StationKey
  /** As the server said last; null: it never asked to be one. */
  own: Own | null
  saveOwn: (own: OwnStation) => Promise<boolean>
  /** What the device was before the server had forgotten it, for the desk to settle. */
  former: readonly string[]
  /** It begins anew; what it did as this one is for the desk to settle. */
  leaveBehind: (stationId: string) => Promise<void>
  queueOf: (stationId: string) => Queue
}

type Known = { own: Own | null; former: string[] }
/** A device of the version before knows its id only, until it has asked. */
type Own = Pick<OwnStation, 'stationId' | 'state' | 'name' | 'code'>
const STATION = 'own'

const nameOf = (tenantId: string): string => `station.${tenantId}`

/** Null where the browser keeps nothing. Throws where something is kept that cannot be read. */
export async function openKeptStation(tenantId: string): Promise<KeptStation | null> {
  const [vault, key] = await Promise.all([openVault(nameOf(tenantId), () => keyHeld(tenantId)), openStationKey()])
  if (!vault.keeps || !key) return null
  const lock = openPackLock(tenantId, vault)
  const stored = await vault.beside<Known>(STATION)
  const known = stored ?? { own: await ownBefore(tenantId), former: [] }
  const save = (next: Known) => vault.put(STATION, null, next)
  return {
    lock,
    key,
    own: known.own,
    saveOwn: async (own) => {
      if (!stored) await sealBefore(tenantId, own, vault)
      return save({ ...known, own })
    },
    former: known.former,
    leaveBehind: async (stationId) => {
      await save({ own: null, former: [...known.former, stationId] })
    },
    queueOf: (stationId) =>
      openQueue({
        stationId,
        shelf: { get: vault.getOrFail, beside: vault.beside, put: vault.put },
        sign: key.sign,
        by: () => readKeptDay()?.accountId ?? null,
        seal: (act, to) => sealAct(stationId, act, to),
        now: presentTime,
        inTurn: (work) => navigator.locks.request(`nx.station.${stationId}`, work),
      }),
  }
}

/** The calls of a station over the network; each waits so long for an answer. */
export const lineOf = (id: string, timeoutMs = 20_000): Line => ({
  sync: (acts, sealed) => {
    const body = { acts, sealed, sentAt: presentTime().toISOString() }
    return call(syncStation, { params: { id }, body }, { quiet: true, timeoutMs })
  },
  pack: (eventId, holding, proof) =>
    call(fetchPack, { params: { id }, body: { eventId, holding, proof } }, { quiet: true, timeoutMs }),
})

/** The version before kept its key beside the rest: which station it was. */
async function ownBefore(tenantId: string): Promise<Own | null> {
  const before = await openVault(nameOf(tenantId))
  const station = await before.get<{ id: string }>('station')
  return station ? { stationId: station.id, state: 'admitted', name: null, code: null } : null
}

/** What it did and had not sent is sealed, and everything else goes. */
async function sealBefore(tenantId: string, { stationId, sealingKey }: OwnStation, vault: Vault): Promise<void> {
  const before = await openVault(nameOf(tenantId))
  const key = `station.${stationId}`
  const since = await before.get<{ acts: KeptAct[] }>(key)
  const waiting = (since?.acts ?? []).filter(({ outcome }) => outcome === null)
  const sealed = await Promise.all(
    waiting.map(async ({ number, doneAt, body, signature }): Promise<SealedAct> => {
      const act: SignedAct = { number, doneAt, body, signature }
      const isClosing = (JSON.parse(body) as StationAct).kind === 'close'
      return { number, isClosing, sealed: await sealAct(stationId, act, sealingKey) }
    }),
  )
  await vault.put(key, null, sealed)
  await vault.forget()
}
