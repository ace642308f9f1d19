import { createPublicKey, verify } from 'node:crypto'
import { signedText, type SignedAct } from '#contract/checkin/offline.ts'
import type { PublicKey } from './station-store.ts'

/** Whether a station's key signed this act, under this number, at this time, for this station. */
export function isSigned(stationId: string, publicKey: PublicKey, { signature, ...act }: SignedAct): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: 'jwk' })
    const text = Buffer.from(signedText(stationId, act))
    return verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/** Whether it is a point of the curve: a key that cannot be read would refuse every act later. */
export function isPublicKey(publicKey: PublicKey): boolean {
  try {
    return createPublicKey({ key: publicKey, format: 'jwk' }).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}
