import { execFileSync, spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * The fixtures are lists of files, each under a line `=== path | rules | what it shows`: the names of every rule
 * that must refuse the file, and of no other. A file without rules is right, or the innocent half of a ring.
 */
type FixtureFile = { path: string; rules: string[]; shows: string; text: string }
type Outcome = { status: number | null; output: string; refused: Map<string, Set<string>> }

const PROJECT = join(import.meta.dirname, '../..')
const CONFIGURATION = ['.oxlintrc.json', '.oxfmtrc.json', 'tsconfig.json', 'package.json', 'scripts/check']
/** What the check of weights reads of the page. */
const MANIFESTS = [
  'scripts/page-modules.ts',
  'web/app/chunks.ts',
  'web/app/portal/chunks.ts',
  'web/languages/languages.ts',
  'web/languages/places.ts',
]
const PATIENCE_MS = 60_000

const clean = readFixture('clean.txt')
const broken = readFixture('violations.txt')
const violations = broken.filter(({ rules }) => rules.length > 0)

describe('a clean project', () => {
  let outcome: Outcome
  beforeAll(() => {
    const text = `export function sum(total: number): number {\n${'  total += 1\n'.repeat(70)}  return total\n}\n`
    outcome = check([...clean, { path: 'server/people/warned.ts', rules: [], shows: '', text }])
  }, PATIENCE_MS)

  test('passes every part', () => {
    expect(outcome.refused).toEqual(new Map())
    expect(outcome.output).toContain('All is well.')
    expect(outcome.status).toBe(0)
  })

  test('is warned of a function over 60 lines', () => {
    expect(outcome.output).toContain('server/people/warned.ts:1  warning  function-length')
  })
})

describe('a project with one violation of each kind', () => {
  let outcome: Outcome
  beforeAll(() => {
    outcome = check([...clean, ...broken])
  }, PATIENCE_MS)

  test('is refused, and every part still runs', () => {
    expect(outcome.output).toContain('Refused by: types, lint, house, format')
    expect(outcome.status).toBe(1)
  })

  test.each(violations)('$shows: $path', ({ path, rules }) => {
    expect([...(outcome.refused.get(path) ?? [])].sort()).toEqual(rules)
  })

  test('nothing is said of the files that are right', () => {
    const wrong = new Set(violations.map(({ path }) => path))
    expect([...outcome.refused.keys()].filter((path) => !wrong.has(path))).toEqual([])
  })
})

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** A project of these files under the configuration of the real one, checked as `npm run check` checks it. */
function check(files: FixtureFile[]): Outcome {
  const root = mkdtempSync(join(tmpdir(), 'narthex-check-'))
  folders.push(root)
  const filter = (from: string): boolean => !/\.test\.ts$|fixture/.test(from)
  for (const path of [...CONFIGURATION, ...MANIFESTS])
    cpSync(join(PROJECT, path), join(root, path), { recursive: true, filter })
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, '.gitignore'), 'node_modules\n.cache\n')
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  // Some of the programs colour what they print when they believe to be on a build server.
  const env = { ...process.env, CI: '', NO_COLOR: '1', FORCE_COLOR: '0' }
  const run = spawnSync(process.execPath, ['scripts/check/run.ts'], { cwd: root, env, encoding: 'utf8' })
  const output = stripVTControlCharacters(run.stdout)
  return { status: run.status, output: output + run.stderr, refused: errorsIn(output) }
}

/** How each program prints an error; warnings are none. */
const printed = [
  /^(?<file>\S+)\(\d+,\d+\): (?<rule>error TS\d+)/gm,
  /^ +[x×] (?<rule>\S+\([\w-]+\)):[^[]*(?:\[(?!\S+:\d+:\d+\])[^[]*)*\[(?<file>\S+):\d+:\d+\]/gm,
  /^(?<file>\S+):\d+ {2}(?!warning)(?<rule>\S+) {2}/gm,
  /^(?<file>\S+) \(\d+ms\)$/gm,
]

function errorsIn(output: string): Map<string, Set<string>> {
  const refused = new Map<string, Set<string>>()
  for (const { groups } of printed.flatMap((pattern) => [...output.matchAll(pattern)])) {
    const { file = '', rule = 'format' } = groups ?? {}
    refused.set(file, (refused.get(file) ?? new Set()).add(rule))
  }
  return refused
}

/** `{90 × line}` stands for so many lines; words in braces keep a wrong text from being one already here. */
function readFixture(name: string): FixtureFile[] {
  const sections = readFileSync(join(import.meta.dirname, 'fixture', name), 'utf8')
    .split(/^=== /m)
    .slice(1)
  return sections.map((section) => {
    const [head = '', ...body] = section.split('\n')
    const [path = '', rules = '', shows = ''] = head.split(' | ')
    const text = body.join('\n').trimEnd() + '\n'
    return {
      path,
      rules: rules === '' ? [] : rules.split(', '),
      shows,
      text: text
        .replace(/\{(\d+) × (.*)\}/g, (_, count, line) => Array<string>(Number(count)).fill(line).join('\n'))
        .replace(/\{(root|https)\}/g, '$1'),
    }
  })
}
