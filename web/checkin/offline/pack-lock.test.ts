import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Vault } from '../../device/vault.ts'
import { keyHeld, openPackLock, touch, type PackLock } from './pack-lock.ts'

const PIN = '481516'
const MINUTE_MS = 60_000
const DAY_SECONDS = 24 * 60 * 60
const start = Date.parse('2026-11-22T08:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What stands beside in the memory of this test, and how often what is locked was thrown away. */
function memory(): { vault: Vault; forgotten: () => number } {
  const beside = new Map<string, unknown>()
  const keys = new Map<string, CryptoKey>()
  let forgotten = 0
  const vault: Vault = {
    keeps: true,
    get: () => Promise.resolve(undefined),
    getOrFail: () => Promise.resolve(undefined),
    all: () => Promise.resolve([]),
    put: (key, _value, kept) => Promise.resolve(beside.set(key, kept).has(key)),
    beside: <Value>(key: string) => Promise.resolve(beside.get(key) as Value | undefined),
    ownKey: async (name, make) => {
      const key = keys.get(name) ?? (await make())
      keys.set(name, key)
      return key
    },
    forget: () => Promise.resolve(void (forgotten += 1)),
    drop: (key) => Promise.resolve(void beside.delete(key)),
    clear: () => Promise.resolve(beside.clear()),
  }
  return { vault, forgotten: () => forgotten }
}

let churches = 0
/** A station whose day was begun, as a page finds it that was opened anew: shut. */
async function shutStation(): Promise<{ lock: PackLock; church: string; forgotten: () => number }> {
  const church = `church ${(churches += 1)}`
  const { vault, forgotten } = memory()
  const lock = openPackLock(church, vault)
  await lock.begin({ pin: PIN, lastsSeconds: DAY_SECONDS })
  await leaveAlone()
  return { lock, church, forgotten }
}

async function leaveAlone(): Promise<void> {
  vi.setSystemTime(Date.now() + 11 * MINUTE_MS)
}

test('the PIN of the day opens it, and no other one', async () => {
  const { lock, church } = await shutStation()
  expect(await lock.open('000000')).toEqual({ isOpen: false, left: 9 })
  expect(keyHeld(church)).toBe(null)
  expect(await lock.open(PIN)).toEqual({ isOpen: true, left: 10 })
  expect([await lock.state(), lock.pin()]).toEqual(['open', PIN])
})

test('the tenth wrong PIN takes away what is locked, and the right one comes too late', async () => {
  const { lock, forgotten } = await shutStation()
  const before = forgotten()
  for (let left = 9; left >= 0; left -= 1) expect(await lock.open('000000')).toEqual({ isOpen: false, left })
  expect([await lock.state(), forgotten() - before]).toEqual(['spent', 1])
  expect(await lock.open(PIN)).toEqual({ isOpen: false, left: 0 })
})

test('when the day is over there is nothing to open', async () => {
  const { lock } = await shutStation()
  vi.setSystemTime(start + DAY_SECONDS * 1000)
  expect(await lock.open(PIN)).toEqual({ isOpen: false, left: 0 })
  expect(await lock.state()).toBe('none')
})

test('setting the clock back makes no day longer', async () => {
  const { lock } = await shutStation()
  vi.setSystemTime(start + DAY_SECONDS * 1000 - MINUTE_MS)
  await lock.open(PIN)
  vi.setSystemTime(start)
  expect(await lock.state()).toBe('shut')
  await lock.open(PIN)
  await lock.begin({ pin: PIN, lastsSeconds: 60 * 60 })
  expect(await lock.state()).toBe('none')
})

test('a page at which nobody works shuts by itself, one at which somebody does stays open', async () => {
  const { lock, church } = await shutStation()
  await lock.open(PIN)
  for (let minutes = 0; minutes < 15; minutes += 5) {
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS)
    touch(church)
  }
  expect(await lock.state()).toBe('open')
  await leaveAlone()
  expect([await lock.state(), keyHeld(church)]).toEqual(['shut', null])
})
