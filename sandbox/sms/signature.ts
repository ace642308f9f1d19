import { createHmac } from 'node:crypto'

/** The value of `x-gateway-signature` over the raw body, made at `at`. */
export function signatureOf(rawBody: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}
