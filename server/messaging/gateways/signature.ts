import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signed call older (or newer) than this is refused, so that a recorded one cannot be played again later. */
const TOLERANCE_SECONDS = 300

const SHAPE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** Checks `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function isSigned(rawBody: Buffer, signature: unknown, secret: string, at: Date): boolean {
  const parts = typeof signature === 'string' ? SHAPE.exec(signature) : null
  if (!parts?.[1] || !parts[2]) return false
  if (Math.abs(at.getTime() / 1000 - Number(parts[1])) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${parts[1]}.`).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(parts[2], 'hex'))
}
