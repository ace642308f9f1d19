import { Secret, TOTP } from 'otpauth'

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
