import { randomBytes } from 'node:crypto'

/** Crockford's: no I, L, O or U, which are misread on paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10
const REFERENCE = new RegExp(`^NX-[${ALPHABET}]{${LENGTH}}$`)

/**
 * What the payer writes on a transfer, and what providers call a payment of ours. 50 random bits: nobody meets another
 * church's by guessing.
 */
export const newReference = (): string =>
  `NX-${Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')}`

/** Whether a text may be one of them. */
export const looksLikeReference = (text: string): boolean => REFERENCE.test(text)
