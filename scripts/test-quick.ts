import { execFileSync, spawnSync } from 'node:child_process'
import { importsOf } from './check/house/imports.ts'
import { parseModules, readTextFiles, type Module } from './check/house/sources.ts'
import { LONGEST } from './test-order.ts'

/**
 * `npm run test:quick`: types, house rules, lint of the changed files, and the tests that the change touches: those beside a
 * changed file, and those that import one. `npm run test:quick -- main` takes everything since a commit for the change.
 */
const [base = 'HEAD'] = process.argv.slice(2)
const began = performance.now()
const git = (...words: string[]): string[] =>
  execFileSync('git', ['-c', 'safe.directory=*', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

const modules = parseModules(readTextFiles(process.cwd()))
const known = new Set(modules.map(({ path }) => path))
const changed = new Set(
  [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')].filter((path) =>
    known.has(path),
  ),
)
const tests = modules.filter(isTouched).map(({ path }) => path)
// Minutes long: these are for `npm test`, but when they are what is worked on.
const left = tests.filter((path) => LONGEST.includes(path) && !changed.has(path))
const chosen = tests.filter((path) => !left.includes(path))

/** Whether a test of the house tells of something that changed. Journeys in the browser tell of everything. */
function isTouched(module: Module): boolean {
  if (!/\.test\.tsx?$/.test(module.path) || module.path.startsWith('e2e/')) return false
  if (changed.has(module.path)) return true
  const folder = folderOf(module.path)
  const isBeside = [...changed].some((path) => folderOf(path) === folder && !/\.test\.tsx?$/.test(path))
  return isBeside || importsOf(module, known).some(({ target }) => target !== null && changed.has(target))
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

const steps: [string, string[]][] = [
  ['types and house', ['scripts/check/run.ts', 'types', 'house']],
  ...(changed.size > 0 ? [['lint', ['node_modules/oxlint/bin/oxlint', ...changed]] satisfies [string, string[]]] : []),
  ...(chosen.length > 0
    ? [
        ['tests', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'house', ...chosen]] satisfies [
          string,
          string[],
        ],
      ]
    : []),
]
console.log(`${changed.size} files changed since ${base}, ${chosen.length} tests touched.`)
if (left.length > 0) console.log(`Left to npm test: ${left.join(', ')}`)
const failed = steps.filter(([, command]) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status !== 0)
console.log(
  `${((performance.now() - began) / 1000).toFixed(1)} s. ${failed.length === 0 ? 'All is well.' : `Refused by: ${failed.map(([name]) => name).join(', ')}`}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
