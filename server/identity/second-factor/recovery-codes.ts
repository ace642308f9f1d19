import { createHmac, randomInt } from 'node:crypto'

export const RECOVERY_CODES = 10
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
