import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { posix } from 'node:path'
import { parseModules, readTextFiles } from './check/house/sources.ts'
import { LONGEST } from './test-order.ts'
import { runTests } from './quick/run-tests.ts'
import { findTouchedTests, type TouchedTest } from './quick/touched-tests.ts'

/**
 * `npm run test:quick`: what a change of one file needs to know within a minute. Types, house rules and texts, lint and format
 * of the changed files, and the nearest tests: those that changed, those beside a changed file, those that import one; then
 * those that reach one by way of others, while it is early. `npm run test:quick -- main` takes everything since a commit for
 * the change. What is left out is named at the end.
 */
const [base = 'HEAD'] = process.argv.slice(2)
/** Of a minute; some seconds go by until a run has stopped. */
const LIMITS = { near: 50, far: 25 }

const git = (...words: string[]): string[] =>
  execFileSync('git', ['-c', 'safe.directory=*', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

const files = readTextFiles(process.cwd())
const known = new Set(files.map(({ path }) => path))
const changed = [
  ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
]
const there = changed.filter((path) => known.has(path))
const linted = there.filter((path) => /\.(ts|tsx|mts|js|mjs)$/.test(path))
const formatted = there.filter((path) => /\.(ts|tsx|mts|js|mjs|css|json|md|html)$/.test(path))

const touched = findTouchedTests(parseModules(files), changed)
const isInBrowser = ({ path }: TouchedTest): boolean => path.startsWith('e2e/')
// The journeys in the browser tell of everything, and minutes are for `npm test`, but when they are what is worked on.
const isChosen = (test: TouchedTest): boolean =>
  test.steps === 0 ||
  !(LONGEST.includes(test.path) || (isInBrowser(test) && !changed.some((path) => path.startsWith('e2e/'))))
const chosen = touched.filter(isChosen)
const near = chosen.filter(({ steps }) => steps < 2).map(({ path }) => path)
const far = chosen.filter(({ steps }) => steps >= 2).map(({ path }) => path)
console.log(
  `${changed.length} files changed since ${base}; ${near.length} test files are near, ${far.length} further off.`,
)

const refused: string[] = []
async function check(name: string, command: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [...command], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status === 0) return
  console.log(said)
  refused.push(name)
}

async function test(): Promise<string[]> {
  if (chosen.length === 0) return []
  const { isWell, ran } = await runTests(near, far, LIMITS)
  if (!isWell) refused.push('tests')
  return ran
}

const [ran] = await Promise.all([
  test(),
  check('types, house or texts', ['scripts/check/run.ts', 'types', 'house', 'texts']),
  ...(linted.length > 0 ? [check('lint', ['node_modules/oxlint/bin/oxlint', ...linted])] : []),
  ...(formatted.length > 0 ? [check('format', ['node_modules/oxfmt/bin/oxfmt', '--check', ...formatted])] : []),
])

const left = touched.filter(({ path }) => !ran.includes(path))
const nearLeft = left.filter(({ steps }) => steps < 2).map(({ path }) => path)
const farLeft = left.filter(({ steps }) => steps >= 2).map(({ path }) => path)
const notRun = [
  ...(nearLeft.length > 0 ? [`${nearLeft.length} test files near the change: ${nearLeft.join(', ')}`] : []),
  ...(farLeft.length > 0 ? [`${farLeft.length} test files further off: ${byFolder(farLeft)}`] : []),
  'weight, and lint and format of unchanged files',
  ...(changed.some(isForAll) ? [`all tests, which may depend on ${changed.filter(isForAll).join(', ')}`] : []),
  ...(changed.some((path) => path.startsWith('web/')) ? ['the browser, which alone sees the page'] : []),
]
console.log(`Not run, for npm test:\n${notRun.map((words) => `- ${words}`).join('\n')}`)
console.log(
  `${process.uptime().toFixed(1)} s. ${refused.length > 0 ? `Refused by: ${refused.join(', ')}` : `What ran is well: types, house, texts, lint and format of ${there.length} files, ${ran.length} test files.`}`,
)
process.exitCode = refused.length > 0 ? 1 : 0

/** Settings at the root, such as package.json. */
function isForAll(path: string): boolean {
  return !path.includes('/') && !path.endsWith('.md')
}

/** `server/people/persons (10), …` */
function byFolder(paths: readonly string[]): string {
  const folders = Map.groupBy(paths, (path) => posix.dirname(path))
  return [...folders].map(([folder, { length }]) => `${folder} (${length})`).join(', ')
}
