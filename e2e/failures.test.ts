import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const CONFIG = 'e2e/kit/failures/fixture/vitest.config.ts'
const folder = mkdtempSync(path.join(tmpdir(), 'narthex-failures-'))
const left = path.join(folder, 'e2e/kit/failures/fixture/broken.ts')

type Run = { code: number | undefined; stdout: string; stderr: string }
let run: Run
beforeAll(async () => {
  run = await new Promise<Run>((resolve) => {
    execFile(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', CONFIG],
      { cwd: ROOT, env: { ...process.env, FAILURES_DIR: folder, TRACE: '' } },
      (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : undefined,
          stdout: stripVTControlCharacters(stdout),
          stderr: stripVTControlCharacters(stderr),
        }),
    )
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string, file: string) => readFileSync(path.join(left, name, file), 'utf8')

test('what fails leaves a folder, and what passes leaves none', () => {
  expect(run).toMatchObject({ code: 1 })
  expect(readdirSync(left).toSorted()).toEqual([
    'a-hook-fails',
    'a-script-of-the-page-fails',
    'a-text-never-comes',
    'an-assertion-fails',
  ])
})

test.each(['an-assertion-fails', 'a-text-never-comes', 'a-script-of-the-page-fails', 'a-hook-fails'])(
  '%s: the page, its console, its trace and the log of the server are in one folder, which the run names twice',
  (name) => {
    expect(readdirSync(path.join(left, name)).toSorted()).toEqual([
      'failure.txt',
      'page-1.png',
      'page-1.txt',
      'server.txt',
      'visit-1-console.txt',
      'visit-1-trace.zip',
    ])
    expect(read(name, 'page-1.txt')).toContain('heading "Welcome"')
    expect(read(name, 'page-1.png')).toContain('PNG')
    expect(read(name, 'visit-1-trace.zip')).toContain('trace.trace')
    expect(run.stderr).toMatch(new RegExp(`^What it left: .*/${name}$`, 'm'))
    expect(run.stdout).toContain(`  ${path.join(left, name)}\n`)
  },
)

test('the console and the log of the server are those of the failed test alone', () => {
  expect(read('an-assertion-fails', 'visit-1-console.txt')).toMatch(
    /console\.log: the page is ready[^]*409 POST \/families/,
  )
  expect(read('an-assertion-fails', 'server.txt')).toMatch(
    /POST \/families 409 .*\n {2}answered \{"code":"name_taken"\}/,
  )
  expect(read('a-text-never-comes', 'server.txt')).not.toContain('/families')
  expect(read('a-script-of-the-page-fails', 'visit-1-console.txt')).toContain('thrown: Error: a script fails')
})
