import { findCycles } from './check/house/cycles.ts'
import { importsOf, type Import } from './check/house/imports.ts'
import { isTest, parseModules, readTextFiles, type Module } from './check/house/sources.ts'
import { writersOf } from './check/house/tables.ts'

/** Prints what the house weighs: `node scripts/house-figures.ts`. Tests, generated types and test kits are left out. */
const files = readTextFiles(process.cwd())
const modules = parseModules(
  files.filter(({ path }) => /^(contract|server|sandbox|web|e2e|bench|scripts)\/.*\.tsx?$/.test(path)),
)
const known = new Set(files.map(({ path }) => path))
const imports = new Map(modules.map((module) => [module.path, importsOf(module, known)]))
const isSource = (path: string): boolean =>
  /^(contract|server|sandbox|web)\//.test(path) && !isTest(path) && !path.endsWith('/database/tables.ts')
const sources = modules.filter(({ path }) => isSource(path))
const linesOf = ({ text }: Module): number => text.split('\n').length - 1
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)
const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const importLines = ({ program, text }: Module): number =>
  sum(
    program.body
      .filter(({ type }) => type === 'ImportDeclaration')
      .map(({ start, end }) => text.slice(start, end).split('\n').length),
  )
const folderOf = (path: string): string => path.replace(/\/[^/]+$/, '')
const say = (name: string, value: unknown): void => console.log(name.padEnd(44), value)

const sizes = sources.map(linesOf)
say('source: lines, files', `${sum(sizes)} in ${sizes.length}`)
say('mean, median', `${(sum(sizes) / sizes.length).toFixed(1)}, ${median(sizes)}`)
say('import lines', `${((100 * sum(sources.map(importLines))) / sum(sizes)).toFixed(1)} %`)
const small = sources.filter((one) => linesOf(one) < 15)
say(
  'under 15 lines, of them fronts',
  `${small.length}, ${small.filter(({ path }) => path.endsWith('/index.ts')).length}`,
)
const tests = modules.filter(({ path }) => isTest(path))
for (const part of ['contract|server|sandbox', 'web|e2e'])
  say(
    `test lines per line of ${part}`,
    (
      sum(tests.filter(({ path }) => new RegExp(`^(${part})/`).test(path)).map(linesOf)) /
      sum(sources.filter(({ path }) => new RegExp(`^(${part})/`).test(path)).map(linesOf))
    ).toFixed(2),
  )

const importers = new Map<string, Set<string>>()
for (const [from, list] of imports)
  if (!isTest(from))
    for (const { target } of list) if (target) importers.set(target, (importers.get(target) ?? new Set()).add(from))
say('one importer', sources.filter(({ path }) => importers.get(path)?.size === 1).length)
say('stores', sources.filter(({ path }) => /(^|\/)([^/]+-)?store\.ts$/.test(path)).length)

const writers = writersOf(modules.filter(({ path }) => path.startsWith('server/') && !isTest(path) && isSource(path)))
const several = [...writers].filter(([, files]) => files.size > 1)
say('tables with several writing files', several.length)
say(
  'tables with several writing folders',
  several.filter(([, files]) => new Set([...files].map(folderOf)).size > 1).length,
)
const folders = new Map<string, Import[]>()
for (const [from, list] of imports) {
  if (!isSource(from)) continue
  const away = list.filter(({ target }) => target && isSource(target) && folderOf(target) !== folderOf(from))
  const here = folders.get(folderOf(from)) ?? []
  folders.set(folderOf(from), [...here, ...away.map((one) => ({ ...one, target: folderOf(one.target ?? '') }))])
}
const rings = findCycles(folders)
say('rings of folders', rings.length)
for (const ring of rings) console.log('  ', ring.join(' → '))
if (process.argv.includes('tables'))
  for (const [table, files] of several.toSorted(([, a], [, b]) => b.size - a.size))
    console.log(`  ${table}: ${[...files].join(' ')}`)
