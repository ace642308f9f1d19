import { Secret, TOTP } from 'otpauth'
import { createHmac, randomInt } from 'node:crypto'

const PERIOD_S = 30
const SECRET_BYTES = 20

const appOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Narthex',
    label,
    secret: Secret.fromBase32(secret),
    // What every authenticator app understands; some ignore anything else.
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  })

/** A new secret for an authenticator app, base-32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** `otpauth://` address that an authenticator app reads from a QR code; `label` says whose code it is. */
export const uriOf = (secret: string, label: string): string => appOf(secret, label).toString()

/**
 * The step (half-minutes since 1970) that this code belongs to, the one before and the one after the present included;
 * null: the code is not right. Whoever takes it notes the step, so that no code passes twice.
 */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const delta = appOf(secret).validate({ token: code, timestamp: at.getTime(), window: 1 })
  return delta === null ? null : Math.floor(at.getTime() / 1000 / PERIOD_S) + delta
}

const RECOVERY_CODES = 10
/** No letter or digit that is taken for another one. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const PART_LENGTH = 4
const PARTS = 3

/** Ten one-time codes such as `h7kq-2mzx-p4dw`, of some 59 random bits each. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(Array.from({ length: PARTS }, part).join('-'))
  return [...codes]
}

const part = (): string => Array.from({ length: PART_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/**
 * What the database keeps of a code. Keyed, because a code is short enough to be found from a plain hash; with or
 * without hyphens and capitals it is the same one.
 */
export function hashRecoveryCode(
  code: string,
  { accountId, secretKey }: { accountId: string; secretKey: string },
): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHmac('sha256', secretKey).update(`recovery code\n${accountId}\n${plain}`).digest()
}
