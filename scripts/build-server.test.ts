import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const BUILD = `import { buildServer } from './server/built.mjs'; console.log(await buildServer())`
const CHANGED = 'server/platform/fold-text.ts'

/** A checkout of its own: its sources change, and what is built of the project's stays. */
let checkout: string
beforeAll(() => {
  checkout = mkdtempSync(path.join(os.tmpdir(), 'narthex-build-'))
  for (const part of ['server', 'sandbox', 'contract', 'scripts/build-server.ts', 'package.json', 'package-lock.json'])
    cpSync(path.join(ROOT, part), path.join(checkout, part), { recursive: true })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'))
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

/** Where the build lies, as whoever starts the server is told. */
async function build(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', BUILD], {
    cwd: checkout,
  })
  return stdout.trim()
}

const textOf = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')

test('what is built is what the sources say, in ASCII, and the build before stays for who runs from it', async () => {
  const source = readFileSync(path.join(checkout, CHANGED), 'utf8')
  const [first, same] = await Promise.all([build(), build()])
  expect(same).toBe(first)
  expect(/[^\0-\x7f]/.test(textOf(first))).toBe(false)
  // Whoever imports it brings fetch into memory: it is asked for by process.getBuiltinModule.
  expect(/from ?["'](node:)?http["']/.test(textOf(first))).toBe(false)
  expect(textOf(first).includes('said-by-this-test')).toBe(false)

  writeFileSync(path.join(checkout, CHANGED), `${source}\nglobalThis.name = 'said-by-this-test \u00e9'\n`)
  const second = await build()
  expect(textOf(second).includes(String.raw`said-by-this-test \u00E9`)).toBe(true)
  expect(readdirSync(path.dirname(second)).sort()).toEqual([first, second].map((one) => path.basename(one)).sort())

  writeFileSync(path.join(checkout, CHANGED), source)
  expect(await build()).toBe(first)
}, 300_000)

test('where nothing can be written the sources run', async () => {
  rmSync(path.join(checkout, 'dist'), { recursive: true, force: true })
  writeFileSync(path.join(checkout, 'dist'), '')
  expect(await build()).toBe('null')
})
