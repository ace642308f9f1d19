import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** What lies in the storage of the browser: a key that never leaves it, and what was locked with it. */
type Shelves = DBSchema & {
  key: { key: 'key'; value: CryptoKey }
  kept: { key: string; value: { iv: Uint8Array<ArrayBuffer>; locked: ArrayBuffer } }
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
  /** Keys stand in storage as they are, so they must tell nothing: an id, a word. True: it is kept now. */
  put: (key: string, value: unknown) => Promise<boolean>
  drop: (key: string) => Promise<void>
  /** Takes everything away, the key too: what was locked with it can never be read again. */
  clear: () => Promise<void>
}

const CIPHER = 'AES-GCM'
const KEY_BITS = 256
const IV_BYTES = 12

/** IndexedDB holds the values, encrypted with AES-GCM; nothing in it can be read without the key, which no script can export. */
export async function openVault(name: string): Promise<Vault> {
  const store = await open(name)
  if (!store) return EMPTY
  const read = async <Value>(key: string) => {
    const [lock, kept] = await Promise.all([store.get('key', 'key'), store.get('kept', key)])
    if (kept && !lock) throw new Error('The key of what is kept is gone.')
    return lock && kept && unlock<Value>(lock, key, kept)
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
    put: (key, value) => orElse(keep(store, key, value), false),
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

/** Of two pages that make a key at the same moment the first counts. */
async function lockOf(store: IDBPDatabase<Shelves>): Promise<CryptoKey> {
  const known = await store.get('key', 'key')
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: CIPHER, length: KEY_BITS }, false, ['encrypt', 'decrypt'])
  const change = store.transaction('key', 'readwrite')
  const first = await change.store.get('key')
  if (!first) await change.store.put(made, 'key')
  await change.done
  return first ?? made
}

/** The key of the entry is part of the lock: an entry moved to another place does not open. */
const cipherFor = (key: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: CIPHER,
  iv,
  additionalData: new TextEncoder().encode(key),
})

async function keep(store: IDBPDatabase<Shelves>, key: string, value: unknown): Promise<boolean> {
  const lock = await lockOf(store)
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  const locked = await crypto.subtle.encrypt(cipherFor(key, iv), lock, plain)
  await store.put('kept', { iv, locked }, key)
  return true
}

async function unlock<Value>(lock: CryptoKey, key: string, { iv, locked }: Shelves['kept']['value']): Promise<Value> {
  const plain = await crypto.subtle.decrypt(cipherFor(key, iv), lock, locked)
  return JSON.parse(new TextDecoder().decode(plain)) as Value
}
