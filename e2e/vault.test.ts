import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { openVault } from '#web/device/vault.ts'
import { launchBrowser } from './kit/browser.ts'

declare global {
  interface Window {
    openVault: typeof openVault
  }
}

const PAGE = `<!doctype html><script type="module">import { openVault } from '/vault.js'; window.openVault = openVault</script>`
/** Browsers give cryptography to this host without https, and not to the next one. */
const [SAFE, UNSAFE] = ['localhost', 'narthex.test']

let server: Server
let browser: Browser
beforeAll(async () => {
  const script = await bundled(path.resolve(import.meta.dirname, '../web/device/vault.ts'))
  server = createServer((request, response) => {
    const isScript = request.url === '/vault.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? script : PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await launchBrowser({
    args: ['--no-sandbox', '--in-process-gpu', `--host-resolver-rules=MAP ${UNSAFE} 127.0.0.1`],
  })
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

async function bundled(entry: string): Promise<string> {
  const lib = { entry, formats: ['es' as const] }
  const built = await build({ configFile: false, logLevel: 'warn', build: { lib, write: false } })
  const [output] = Array.isArray(built) ? built : []
  return output?.output[0].code ?? ''
}

async function open(host = SAFE): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await visit(page, host)
  return page
}

async function visit(page: Page, host = SAFE): Promise<void> {
  await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => 'openVault' in window)
}

const PASS = { code: 'K7M4QX', children: [{ firstName: 'Tèmítọ́pẹ́' }] }

const keepPass = (page: Page) =>
  page.evaluate(async (pass) => (await window.openVault('passes')).put('one', pass), PASS)
const readPass = (page: Page) => page.evaluate(async () => (await window.openVault('passes')).get('one'))

/** Everything that lies in the database of the vault: bytes as text, keys as what may be done with them. */
const inStorage = (page: Page) =>
  page.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases())[0] ?? {}
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
    })
    const rows = await Promise.all(
      [...database.objectStoreNames].map(
        (store) =>
          new Promise<unknown[]>((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll()
            reading.onsuccess = () => resolve(reading.result)
          }),
      ),
    )
    database.close()
    const latin = new TextDecoder('latin1')
    return rows.flat().map((row) => {
      if (row instanceof CryptoKey) return { extractable: row.extractable, usages: row.usages.join() }
      const { iv, locked } = row as { iv: Uint8Array; locked: ArrayBuffer }
      return { text: latin.decode(iv) + latin.decode(locked) }
    })
  })

test('what was put is there after the page was loaded again', async () => {
  const page = await open()
  expect(await keepPass(page)).toBe(true)
  await visit(page)
  expect(await readPass(page)).toEqual(PASS)
  expect(await page.evaluate(async () => (await window.openVault('passes')).all())).toEqual([PASS])
})

test('nothing in storage can be read, and the key cannot be taken out', async () => {
  const page = await open()
  await keepPass(page)
  const stored = await inStorage(page)
  expect(stored).toHaveLength(2)
  expect(stored).toContainEqual({ extractable: false, usages: 'encrypt,decrypt' })
  // Long words: of a hundred and fifty random bytes three are any three letters now and then.
  for (const word of ['K7M4QX', 'children', 'firstName', 'tọ́pẹ́']) expect(JSON.stringify(stored)).not.toContain(word)
})

test('two pages that begin together lock with one key', async () => {
  const page = await open()
  const both = await page.evaluate(async () => {
    const [one, other] = await Promise.all([window.openVault('passes'), window.openVault('passes')])
    await Promise.all([one.put('a', 1), other.put('b', 2)])
    return [await one.all(), await other.all()]
  })
  expect(both).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('dropping takes one, clearing takes all and the key', async () => {
  const page = await open()
  await keepPass(page)
  const left = await page.evaluate(async () => {
    const vault = await window.openVault('passes')
    await vault.put('two', 2)
    await vault.drop('one')
    return vault.all()
  })
  expect(left).toEqual([2])
  await page.evaluate(async () => (await window.openVault('passes')).clear())
  expect(await inStorage(page)).toEqual([])
  expect(await keepPass(page)).toBe(true)
  expect(await readPass(page)).toEqual(PASS)
})

test('without cryptography it keeps nothing and says so', async () => {
  const page = await open(UNSAFE)
  const said = await page.evaluate(async () => {
    const vault = await window.openVault('passes')
    return { keeps: vault.keeps, kept: await vault.put('one', 1), found: (await vault.get('one')) ?? null }
  })
  expect(said).toEqual({ keeps: false, kept: false, found: null })
})
