import { openDB, type DBSchema } from 'idb'
import type { PublicKey } from '#contract/checkin/stations.ts'
import type { SignedAct } from '#contract/checkin/offline.ts'

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

const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const SEAL_ACT_CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const CIPHER = 'AES-GCM'

/** Seals an act so that only the server opens it, as `sealedAct` of the contract says. */
export async function sealAct(stationId: string, act: SignedAct, to: PublicKey): Promise<string> {
  const [recipient, own] = await Promise.all([
    crypto.subtle.importKey('jwk', to, SEAL_ACT_CURVE, false, []),
    crypto.subtle.generateKey(SEAL_ACT_CURVE, false, ['deriveBits']),
  ])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey))
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: recipient }, own.privateKey, 256)
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('narthex station act')
  const kind = { name: CIPHER, length: 256 }
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: point, info }
  const key = await crypto.subtle.deriveKey(derivation, secret, kind, false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(stationId)
  const plain = new TextEncoder().encode(JSON.stringify(act))
  const sealed = await crypto.subtle.encrypt({ name: CIPHER, iv, additionalData }, key, plain)
  return base64url(new Uint8Array([...point, ...iv, ...new Uint8Array(sealed)]))
}
