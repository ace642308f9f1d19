import { createECDH, hkdfSync } from 'node:crypto'
import type { Config } from '../../../platform/config/index.ts'

/** Base64url. `subject` is whom a push service writes to when something is wrong with what we send. */
export type Vapid = { subject: string; publicKey: string; privateKey: string }

const CURVE = 'prime256v1'
/** How many keys the curve P-256 has, plus one. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** Longer than the key by enough that every key is as likely as any other. */
const SEED_BYTES = 48

/**
 * The key that push services know this installation by (RFC 8292). It follows from the installation's secret, the same on
 * every server and for ever: a browser is bound to the key it subscribed with, and writes to under no other.
 */
export function vapidOf(config: Pick<Config, 'secretKey' | 'publicUrl' | 'mail'>): Vapid {
  const seed = hkdfSync('sha256', config.secretKey, '', 'narthex vapid', SEED_BYTES)
  const scalar = (BigInt(`0x${Buffer.from(seed).toString('hex')}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH(CURVE)
  curve.setPrivateKey(privateKey)
  return {
    subject: subjectOf(config),
    publicKey: curve.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

/** Push services take https and mailto only. */
function subjectOf({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): string {
  if (publicUrl.startsWith('https://')) return publicUrl
  return `mailto:${/<([^<>]+)>$/.exec(mail.from)?.[1] ?? mail.from}`
}
