import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'

const AUTHORIZATION = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/
const DAY_SECONDS = 24 * 60 * 60
const POINT_BYTES = 65

const head = z.object({ alg: z.literal('ES256') })
const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(https:|mailto:)./) })

type Asked = { authorization: string | undefined; audience: string; now: Date }

/**
 * Who signed a message (RFC 8292): the public key, base64url. Null: it is signed by nobody, not by who it says, for another
 * push service, or not for now.
 */
export function signerOf({ authorization, audience, now }: Asked): string | null {
  const [, header = '', payload = '', signature = '', key = ''] = AUTHORIZATION.exec(authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.length !== POINT_BYTES) return null
  try {
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
    const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    head.parse(read(header))
    const { aud, exp } = claims.parse(read(payload))
    const seconds = exp - now.getTime() / 1_000
    const isGood = aud === audience && seconds > 0 && seconds <= DAY_SECONDS
    const bytes = Buffer.from(`${header}.${payload}`)
    return isGood && verify('sha256', bytes, signed, Buffer.from(signature, 'base64url')) ? key : null
  } catch {
    return null
  }
}

const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
