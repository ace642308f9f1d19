import type { SignedAct } from '#contract/checkin/offline.ts'
import type { PublicKey } from '#contract/checkin/stations.ts'
import { base64url } from './keys.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const CIPHER = 'AES-GCM'

/** Seals an act so that only the server opens it, as `sealedAct` of the contract says. */
export async function sealAct(stationId: string, act: SignedAct, to: PublicKey): Promise<string> {
  const [recipient, own] = await Promise.all([
    crypto.subtle.importKey('jwk', to, CURVE, false, []),
    crypto.subtle.generateKey(CURVE, false, ['deriveBits']),
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
