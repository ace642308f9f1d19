import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { takingTurns } from '../../platform/runtime/index.ts'

/**
 * What an address is compared by: without regard to case and to how its marks are written. Mail always goes to the
 * address as it is stored, never to the one that was typed, since different addresses may share a key.
 */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** Each hash takes 19 MiB and a processor for some 30 ms: sixty that wait are some two seconds, and nobody waits longer. */
const inTurn = takingTurns({ atOnce: 2, waitingMost: 60, retryAfter: 5 })

const deriveKey = promisify(argon2)

// Argon2id as OWASP recommends it: 19 MiB, 2 passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/**
 * Hashes a password for keeping, as `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. Throws `too_many_tries` when too many wait
 * for their turn.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, { ...COST, salt, bytes: HASH_BYTES })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(hash)}`
}

/** Whether this is the password of a kept hash. Throws as `hashPassword` does. */
export async function verifyPassword(password: string, kept: string): Promise<boolean> {
  const { hash, ...cost } = readHash(kept)
  return timingSafeEqual(await derive(password, { ...cost, bytes: hash.length }), hash)
}

/** As much work as one verification, for an address that nobody has. */
export async function verifyNothing(password: string): Promise<void> {
  await derive(password, { ...COST, salt: Buffer.alloc(SALT_BYTES), bytes: HASH_BYTES })
}

type Recipe = { memory: number; passes: number; parallelism: number; salt: Buffer; bytes: number }

/** Keyboards write the same letter in different ways; NFKC makes them one. */
const derive = (password: string, { salt, bytes, ...cost }: Recipe): Promise<Buffer> =>
  inTurn(() => deriveKey('argon2id', { ...cost, message: password.normalize('NFKC'), nonce: salt, tagLength: bytes }))

const KEPT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function readHash(kept: string): Omit<Recipe, 'bytes'> & { hash: Buffer } {
  const [, memory, passes, parallelism, salt = '', hash = ''] = KEPT.exec(kept) ?? []
  if (!hash) throw new Error('A kept password hash cannot be read')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

/** The PHC string format leaves the padding out. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Those of an address's accounts whose password this is, in their order. Takes its time where there is no account. */
export async function findMatches<Account extends { passwordHash: string }>(
  accounts: readonly Account[],
  password: string,
): Promise<Account[]> {
  if (accounts.length === 0) await verifyNothing(password)
  const matches: Account[] = []
  for (const account of accounts) if (await verifyPassword(password, account.passwordHash)) matches.push(account)
  return matches
}
