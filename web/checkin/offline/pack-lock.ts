import type { Vault } from '../../device/vault.ts'

/**
 * `none`: nothing is kept; `shut`: the PIN opens it; `open`: this page has the key; `spent`: too many wrong PINs took it away,
 * and somebody has to sign in anew.
 */
export type LockState = 'none' | 'shut' | 'open' | 'spent'

/**
 * What a station keeps is locked with a key that is in the memory of this page only. In storage it lies wrapped under the
 * PIN of the church's day and a key of the device that no script can export, and only until the day is over.
 */
export type PackLock = {
  state: () => Promise<LockState>
  /** The PIN that this page was opened with; null: it is not open. */
  pin: () => string | null
  /** Keeps from now on what lasts so long and is opened by this PIN. Throws while it is shut. */
  begin: (day: { pin: string; lastsSeconds: number }) => Promise<void>
  /** `left`: how many tries there still are. The last wrong one takes everything away that is locked. */
  open: (pin: string) => Promise<{ isOpen: boolean; left: number }>
  /** Takes away what is locked, and its key. What is sealed for the server stays. */
  forget: () => Promise<void>
}

type Wrapped = {
  salt: Uint8Array<ArrayBuffer>
  rounds: number
  iv: Uint8Array<ArrayBuffer>
  wrapped: ArrayBuffer
  /** By the clock of the device, in milliseconds. */
  until: number
  /** The latest time that was seen: setting the clock back makes no day longer. */
  seen: number
  wrong: number
}

/** What the OWASP asks for PBKDF2 with SHA-256: half a second of a tablet for one of a million PINs. */
const ROUNDS = 600_000
/** Children press buttons, and the right one in ten of a million is luck. */
const MOST_WRONG = 10
const LOCK = 'lock'
const DEVICE = 'device'
const CIPHER = 'AES-GCM'

/** The last of several; only whoever signs in is given more. */
type Spent = { isSpent: true }

type Held = { key: CryptoKey; pin: string; touchedAt: number }
/** By church; gone with the page. */
const held = new Map<string, Held>()

/** On a busy morning nobody notices it; whoever finds a tablet that was left lying does. */
const LEFT_ALONE_MS = 10 * 60_000

/** The key, while somebody is at work. A clock that was set back counts as much as one that went on. */
function heldFor(tenantId: string): Held | undefined {
  const one = held.get(tenantId)
  const idle = one ? Date.now() - one.touchedAt : 0
  if (idle >= 0 && idle < LEFT_ALONE_MS) return one
  held.delete(tenantId)
  return undefined
}

/** The key that this page has of a church's station; null: it is shut. */
export const keyHeld = (tenantId: string): CryptoKey | null => heldFor(tenantId)?.key ?? null

/** Somebody is at work at a church's station: left alone it shuts by itself. */
export function touch(tenantId: string): void {
  const one = heldFor(tenantId)
  if (one) one.touchedAt = Date.now()
}

export function openPackLock(tenantId: string, vault: Vault): PackLock {
  const save = (lock: Wrapped | Spent) => vault.put(LOCK, null, lock)
  const forget = async (): Promise<void> => {
    held.delete(tenantId)
    await vault.drop(LOCK)
    await vault.forget()
  }
  /** Null: there is none, or its day is over. */
  const valid = async (): Promise<Wrapped | Spent | null> => {
    const lock = await vault.beside<Wrapped | Spent>(LOCK)
    if (!lock || 'isSpent' in lock) return lock ?? null
    const seen = Math.max(lock.seen, Date.now())
    if (seen >= lock.until) {
      await forget()
      return null
    }
    if (seen - lock.seen > SEEN_EVERY_MS) await save({ ...lock, seen })
    return { ...lock, seen }
  }
  const hold = (key: CryptoKey, pin: string) => void held.set(tenantId, { key, pin, touchedAt: Date.now() })
  return {
    state: async () => {
      const lock = await valid()
      if (lock && 'isSpent' in lock) return 'spent'
      if (!lock) held.delete(tenantId)
      return lock ? (heldFor(tenantId) ? 'open' : 'shut') : 'none'
    },
    pin: () => heldFor(tenantId)?.pin ?? null,
    begin: async ({ pin, lastsSeconds }) => {
      const before = await valid()
      const known = heldFor(tenantId)
      if (before && (!known || 'isSpent' in before)) throw new Error('The PIN is asked for first.')
      const until = Date.now() + lastsSeconds * 1000
      if (before && !('isSpent' in before) && known?.pin === pin) return void (await save({ ...before, until }))
      // Whatever lies here under another key can never be read again.
      if (!before) await vault.forget()
      const key = before && known ? known.key : await makeKey()
      const device = await vault.ownKey(DEVICE, makeDeviceKey)
      if (!device) throw new Error('Nothing is kept on this device.')
      await save({ ...(await wrap({ key, pin, device })), until, seen: Date.now(), wrong: 0 })
      hold(key, pin)
    },
    open: (pin) => navigator.locks.request(`nx.pin.${tenantId}`, () => tryPin(pin)),
    forget,
  }

  async function tryPin(pin: string): Promise<{ isOpen: boolean; left: number }> {
    const lock = await valid()
    const device = lock && (await vault.ownKey(DEVICE, makeDeviceKey))
    if (!lock || 'isSpent' in lock || !device) return { isOpen: false, left: 0 }
    // Counted before it is tried: closing the page takes no try back.
    const wrong = lock.wrong + 1
    await save({ ...lock, wrong })
    const key = await unwrap(lock, { pin, device })
    if (key) {
      await save({ ...lock, wrong: 0 })
      hold(key, pin)
      return { isOpen: true, left: MOST_WRONG }
    }
    if (wrong >= MOST_WRONG) {
      await forget()
      await save({ isSpent: true })
    }
    return { isOpen: false, left: Math.max(0, MOST_WRONG - wrong) }
  }
}

/** The clock that was seen is written down so often. */
const SEEN_EVERY_MS = 60_000

/** It can be wrapped anew when the PIN changes; it never leaves the memory otherwise. */
const makeKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: CIPHER, length: 256 }, true, ['encrypt', 'decrypt'])

/** Without it nobody can try PINs on another machine. */
const makeDeviceKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

type Secrets = { pin: string; device: CryptoKey }

async function wrappingKey(
  { pin, device }: Secrets,
  { salt, rounds }: Pick<Wrapped, 'salt' | 'rounds'>,
): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const stretched = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    typed,
    256,
  )
  const bound = await crypto.subtle.sign('HMAC', device, stretched)
  return crypto.subtle.importKey('raw', bound, CIPHER, false, ['wrapKey', 'unwrapKey'])
}

async function wrap({ key, ...secrets }: Secrets & { key: CryptoKey }) {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const under = await wrappingKey(secrets, { salt, rounds: ROUNDS })
  const wrapped = await crypto.subtle.wrapKey('raw', key, under, { name: CIPHER, iv })
  return { salt, rounds: ROUNDS, iv, wrapped }
}

/** Null: another PIN. */
async function unwrap({ wrapped, iv, ...how }: Wrapped, secrets: Secrets): Promise<CryptoKey | null> {
  const under = await wrappingKey(secrets, how)
  const algorithm = { name: CIPHER, iv }
  return crypto.subtle
    .unwrapKey('raw', wrapped, under, algorithm, CIPHER, true, ['encrypt', 'decrypt'])
    .catch(() => null)
}
