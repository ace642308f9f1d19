import { findBanned, findShouting } from './bans.ts'
import { refusal } from './boundaries.ts'
import { findColoursInCode, findColoursInCss } from './colours.ts'
import { findCycles } from './cycles.ts'
import { findFloorFaults } from './floor.ts'
import { importsOf, type Import } from './imports.ts'
import { findMisplaced } from './places.ts'
import { findRoomFaults } from './rooms.ts'
import { findLongFiles, findLongFunctions } from './sizes.ts'
import { parseModules, type Finding, type Module, type TextFile } from './sources.ts'
import { findSecondWriters } from './tables.ts'
import { findWeakTests } from './tests.ts'
import { findForbiddenTexts } from './texts.ts'
import { findWaits } from './waits.ts'

/** Every rule of the house that the linter cannot express, over the whole project. `floors`: lines of the test floor in its history. */
export function checkHouse(files: TextFile[], floors: readonly string[] = []): Finding[] {
  const modules = parseModules(files)
  return [
    ...files.flatMap((file) => [
      ...findForbiddenTexts(file),
      ...findLongFiles(file),
      ...findColoursInCss(file),
      ...findShouting(file),
      ...findFloorFaults(file, floors),
    ]),
    ...findSecondWriters(modules),
    ...checkImports(modules, new Set(files.map(({ path }) => path))),
    ...modules.flatMap((module) => [
      ...findMisplaced(module),
      ...findWeakTests(module),
      ...findWaits(module),
      ...findBanned(module),
      ...findLongFunctions(module),
      ...findColoursInCode(module),
    ]),
  ]
}

function checkImports(modules: Module[], known: ReadonlySet<string>): Finding[] {
  const imports = new Map(modules.map((module) => [module.path, importsOf(module, known)]))
  const refused = [...imports].flatMap(([file, list]) => list.flatMap((one) => refusedImport(file, one)))
  const cycles = findCycles(imports).map((ring) => ({
    file: ring[0] ?? '',
    line: 1,
    rule: 'no-cycle',
    message: `these need each other: ${ring.join(' → ')}`,
  }))
  return [...refused, ...cycles, ...findRoomFaults(imports)]
}

function refusedImport(file: string, one: Import): Finding[] {
  const message = refusal(file, one)
  return message === undefined ? [] : [{ file, line: one.line, rule: 'boundaries', message }]
}
