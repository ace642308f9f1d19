import { createDecipheriv, createECDH, hkdfSync, type ECDH, createPublicKey, verify } from 'node:crypto'
import { signedAct, type SignedAct, provedText, signedText, type PackCounts } from '#contract/checkin/offline.ts'
import type { PublicKey } from '#contract/checkin/stations.ts'

/** Whose acts: each church has a key of its own, which follows from the installation's secret and is kept nowhere. */
type Church = { tenantId: string; secretKey: string }

const KEY_BYTES = 32
const POINT_BYTES = 65
const NONCE_BYTES = 12
const TAG_BYTES = 16

function keyOf({ tenantId, secretKey }: Church): ECDH {
  const ecdh = createECDH('prime256v1')
  // Once in some four thousand million times the number is none of the curve.
  for (let turn = 0; ; turn += 1) {
    try {
      ecdh.setPrivateKey(Buffer.from(hkdfSync('sha256', secretKey, tenantId, `narthex station key ${turn}`, KEY_BYTES)))
      return ecdh
    } catch {
      // The next number.
    }
  }
}

/** What the stations of a church seal their acts for. */
export function sealingKeyOf(church: Church): PublicKey {
  const point = keyOf(church).getPublicKey()
  const half = (from: number) => point.subarray(from, from + KEY_BYTES).toString('base64url')
  return { kty: 'EC', crv: 'P-256', x: half(1), y: half(1 + KEY_BYTES) }
}

/** Opens what a station sealed (`sealedAct` of the contract); null: it is not of this station, this church or this installation. */
export function openSealed(sealed: string, { stationId, ...church }: Church & { stationId: string }): SignedAct | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < POINT_BYTES + NONCE_BYTES + TAG_BYTES) return null
  const point = bytes.subarray(0, POINT_BYTES)
  const nonce = bytes.subarray(POINT_BYTES, POINT_BYTES + NONCE_BYTES)
  try {
    const shared = keyOf(church).computeSecret(point)
    const key = Buffer.from(hkdfSync('sha256', shared, point, 'narthex station act', KEY_BYTES))
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
      .setAAD(Buffer.from(stationId))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(POINT_BYTES + NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')
    return signedAct.parse(JSON.parse(text + decipher.final('utf8')))
  } catch {
    return null
  }
}

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
