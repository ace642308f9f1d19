import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** What lies in the storage of the browser: keys that never leave it, and what was locked. */
type Shelves = DBSchema & {
  key: { key: string; value: CryptoKey }
  kept: { key: string; value: { iv?: Uint8Array<ArrayBuffer>; locked?: ArrayBuffer; beside?: unknown } }
}

/** What is kept on this device for a time without a network. What cannot be kept is never an error: it is not there. */
export type Vault = {
  /** False where the browser has no cryptography (a page without https) or keeps nothing: nothing is kept then. */
  keeps: boolean
  /** Undefined: not kept, or locked with a key that is gone. `Value` is trusted to be what was put. */
  get: <Value>(key: string) => Promise<Value | undefined>
  /** As `get`, but throws where something is kept that cannot be read, for whoever would write over it. */
  getOrFail: <Value>(key: string) => Promise<Value | undefined>
  /** Everything that is kept, in the order of the keys. */
  all: <Value>() => Promise<Value[]>
  /**
   * Keys stand in storage as they are, so they must tell nothing: an id, a word. `beside` is kept with the value, at once,
   * and not locked. True: it is kept now. Without a key only `beside` is kept, and what is locked stays as it is.
   */
  put: (key: string, value: unknown, beside?: unknown) => Promise<boolean>
  /** What is kept unlocked of an entry; throws as `getOrFail`. */
  beside: <Value>(key: string) => Promise<Value | undefined>
  /** A key that no script can export, made the first time; null: nothing is kept here. */
  ownKey: (name: string, make: () => Promise<CryptoKey>) => Promise<CryptoKey | null>
  /** Takes away what is locked, and the vault's own key; what stands beside stays. */
  forget: () => Promise<void>
  drop: (key: string) => Promise<void>
  /** Takes everything away, the key too: what was locked with it can never be read again. */
  clear: () => Promise<void>
}

const CIPHER = 'AES-GCM'
const KEY_BITS = 256
const IV_BYTES = 12

/** The key that a vault is locked with, where that is not its own; null: it is shut, and what is locked cannot be read. */
type KeyOfVault = () => CryptoKey | null

/**
 * IndexedDB holds the values, encrypted with AES-GCM; nothing in it can be read without the key: its own, which no script
 * can export, or one that is given and that lies nowhere in storage.
 */
export async function openVault(name: string, given?: KeyOfVault): Promise<Vault> {
  const store = await open(name)
  if (!store) return EMPTY
  const read = async <Value>(key: string) => {
    const [lock, kept] = await Promise.all([given ? given() : store.get('key', OWN), store.get('kept', key)])
    if (!kept?.locked || (given && !lock)) return undefined
    if (!lock) throw new Error('The key of what is kept is gone.')
    return unlock<Value>(lock, key, { iv: kept.iv ?? new Uint8Array(), locked: kept.locked })
  }
  return {
    keeps: true,
    get: (key) => orElse(read(key), undefined),
    getOrFail: read,
    all: async <Value>() => {
      const keys = await orElse(store.getAllKeys('kept'), [])
      const values = await Promise.all(keys.map((key) => orElse(read<Value>(key), undefined)))
      return values.filter((value) => value !== undefined)
    },
    put: (key, value, beside) => orElse(keep(store, { given, key, value, beside }), false),
    beside: async <Value>(key: string) => (await store.get('kept', key))?.beside as Value | undefined,
    ownKey: (name, make) => orElse(ownKeyOf(store, name, make), null),
    forget: () => orElse(forgetLocked(store), undefined),
    drop: (key) => orElse(store.delete('kept', key), undefined),
    clear: async () => {
      await orElse(Promise.all([store.clear('kept'), store.clear('key')]), undefined)
    },
  }
}

const EMPTY: Vault = {
  keeps: false,
  get: () => Promise.resolve(undefined),
  getOrFail: () => Promise.resolve(undefined),
  all: () => Promise.resolve([]),
  put: () => Promise.resolve(false),
  beside: () => Promise.resolve(undefined),
  ownKey: () => Promise.resolve(null),
  forget: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  clear: () => Promise.resolve(),
}

/** Storage may be full, broken or taken away in the middle: the app goes on without it. */
const orElse = <Value, Other>(work: Promise<Value>, other: Other): Promise<Value | Other> => work.catch(() => other)

async function open(name: string): Promise<IDBPDatabase<Shelves> | null> {
  // Both are missing where the page is not served safely.
  if (!('subtle' in crypto) || !('indexedDB' in globalThis)) return null
  const opening = openDB<Shelves>(`nx.${name}`, 1, {
    upgrade: (made) => {
      made.createObjectStore('key')
      made.createObjectStore('kept')
    },
  })
  return orElse(opening, null)
}

const OWN = 'key'

/** Of two pages that make a key at the same moment the first counts. */
async function ownKeyOf(
  store: IDBPDatabase<Shelves>,
  name: string,
  make: () => Promise<CryptoKey>,
): Promise<CryptoKey> {
  const known = await store.get('key', name)
  if (known) return known
  const made = await make()
  const change = store.transaction('key', 'readwrite')
  const first = await change.store.get(name)
  if (!first) await change.store.put(made, name)
  await change.done
  return first ?? made
}

const makeOwn = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: CIPHER, length: KEY_BITS }, false, ['encrypt', 'decrypt'])

/** The key of the entry is part of the lock: an entry moved to another place does not open. */
const cipherFor = (key: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: CIPHER,
  iv,
  additionalData: new TextEncoder().encode(key),
})

type Keeping = { given: KeyOfVault | undefined; key: string; value: unknown; beside: unknown }

async function keep(store: IDBPDatabase<Shelves>, { given, key, value, beside }: Keeping): Promise<boolean> {
  const lock = given ? given() : await ownKeyOf(store, OWN, makeOwn)
  const open = beside === undefined ? {} : { beside }
  if (!lock) {
    const change = store.transaction('kept', 'readwrite')
    await change.store.put({ ...(await change.store.get(key)), ...open }, key)
    await change.done
    return true
  }
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  const locked = await crypto.subtle.encrypt(cipherFor(key, iv), lock, plain)
  await store.put('kept', { iv, locked, ...open }, key)
  return true
}

async function forgetLocked(store: IDBPDatabase<Shelves>): Promise<void> {
  await store.delete('key', OWN)
  const change = store.transaction('kept', 'readwrite')
  for (const key of await change.store.getAllKeys()) {
    const { beside } = (await change.store.get(key)) ?? {}
    await (beside === undefined ? change.store.delete(key) : change.store.put({ beside }, key))
  }
  await change.done
}

type Locked = { iv: Uint8Array<ArrayBuffer>; locked: ArrayBuffer }

async function unlock<Value>(lock: CryptoKey, key: string, { iv, locked }: Locked): Promise<Value> {
  const plain = await crypto.subtle.decrypt(cipherFor(key, iv), lock, locked)
  return JSON.parse(new TextDecoder().decode(plain)) as Value
}
