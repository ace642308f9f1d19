import { argon2Sync } from 'node:crypto'

/** Of every test account. */
export const PASSWORD = 'a quiet morning in May'

// A kept hash says what it costs to check it, and this says the least there is: hundreds of tests sign in. What the
// server itself makes of a password, and at what cost, passwords.test.ts says.
const LEAST = { memory: 8, passes: 1, parallelism: 1 }
const SALT = Buffer.from('salt of the tests')

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** A password as an account keeps it. */
export const leastHashOf = (password: string): string =>
  `$argon2id$v=19$m=${LEAST.memory},t=${LEAST.passes},p=${LEAST.parallelism}$${base64(SALT)}$${base64(
    argon2Sync('argon2id', { ...LEAST, message: password, nonce: SALT, tagLength: 32 }),
  )}`

/** `PASSWORD` as an account keeps it. */
export const PASSWORD_HASH = leastHashOf(PASSWORD)
