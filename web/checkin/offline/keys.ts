import { openDB, type DBSchema } from 'idb'
import type { PublicKey } from '#contract/checkin/stations.ts'

/** What a station signs with. */
export type StationKey = { publicKey: PublicKey; sign: (text: string) => Promise<string> }

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A new pair whose private half no script can read. */
export const makeKeyPair = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(CURVE, false, ['sign', 'verify'])

/** The pair as the station uses it; signatures are base64url. */
export async function stationKeyOf({ publicKey, privateKey }: CryptoKeyPair): Promise<StationKey> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return {
    publicKey: { kty: 'EC', crv: 'P-256', x, y },
    sign: async (text) =>
      base64url(new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, new TextEncoder().encode(text)))),
  }
}

type Shelf = DBSchema & { pair: { key: 'pair'; value: CryptoKeyPair } }

/** The pair of this device, made the first time. Null where the browser can keep none (a page without https). */
export async function openStationKey(): Promise<StationKey | null> {
  if (!('subtle' in crypto) || !('indexedDB' in globalThis)) return null
  try {
    const store = await openDB<Shelf>('nx.station-key', 1, { upgrade: (made) => void made.createObjectStore('pair') })
    const made = await makeKeyPair()
    const change = store.transaction('pair', 'readwrite')
    const known = await change.store.get('pair')
    // Of two pages that open the station at the same moment the first pair counts.
    if (!known) await change.store.put(made, 'pair')
    await change.done
    return await stationKeyOf(known ?? made)
  } catch {
    return null
  }
}

export const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
