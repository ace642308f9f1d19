import { createPublicKey, verify } from 'node:crypto'
import { provedText, signedText, type PackCounts, type SignedAct } from '#contract/checkin/offline.ts'
import type { PublicKey } from '#contract/checkin/stations.ts'

/** Whether a station's key signed this act, under this number, at this time, for this station. */
export const isSigned = (stationId: string, publicKey: PublicKey, { signature, ...act }: SignedAct): boolean =>
  isBy(publicKey, signedText(stationId, act), signature)

type Proof = PackCounts & { eventId: string; signature: string }

/** Whether a pack is asked for on the device itself: by its key, for this event, after so many packs and acts. */
export const isProved = (stationId: string, publicKey: PublicKey, { eventId, signature, ...counts }: Proof): boolean =>
  isBy(publicKey, provedText(stationId, eventId, counts), signature)

function isBy(publicKey: PublicKey, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: 'jwk' })
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
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
