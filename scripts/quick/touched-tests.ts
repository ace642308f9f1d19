import { posix } from 'node:path'
import { importsOf } from '../check/house/imports.ts'
import type { Module } from '../check/house/sources.ts'

/** A test file that a change may break. Steps: 0 it changed itself, 1 it is beside a changed file or imports one, 2 and more it imports what imports one. */
export type TouchedTest = { path: string; steps: number }

const TEST = /\.test\.tsx?$/
/** What is no module is read by one. */
const READERS: [folder: string, reader: string][] = [['server/migrations/', 'server/platform/database/migrate.ts']]

/** The nearest first. */
export function findTouchedTests(modules: readonly Module[], changed: readonly string[]): TouchedTest[] {
  const known = new Set(modules.map(({ path }) => path))
  const starts = changed.map((path) => READERS.find(([folder]) => path.startsWith(folder))?.[1] ?? path)
  const steps = stepsFrom(starts, importersOf(modules, known))
  const tests = [...known].filter((path) => TEST.test(path))
  const sources = starts.filter((path) => !TEST.test(path))
  for (const source of sources)
    for (const test of besides(source, tests)) steps.set(test, Math.min(steps.get(test) ?? 1, 1))
  const touched = tests.flatMap((path) => ({ path, steps: steps.get(path) ?? Infinity }))
  const isNamesake = ({ path }: TouchedTest): boolean => sources.some((source) => stemOf(source) === stemOf(path))
  return touched
    .filter((one) => one.steps < Infinity)
    .toSorted(
      (a, b) => a.steps - b.steps || Number(isNamesake(b)) - Number(isNamesake(a)) || (a.path < b.path ? -1 : 1),
    )
}

const stemOf = (path: string): string => path.replace(/(\.test)?\.\w+$/, '')

function importersOf(modules: readonly Module[], known: ReadonlySet<string>): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const module of modules)
    for (const { target } of importsOf(module, known))
      if (target !== null) importers.set(target, [...(importers.get(target) ?? []), module.path])
  return importers
}

function stepsFrom(starts: readonly string[], importers: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const steps = new Map(starts.map((path) => [path, 0]))
  // A map is walked with what is added meanwhile.
  for (const [path, count] of steps)
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1)
  return steps
}

/** The tests in the folder of a file; where there are none, in the next folder above that has some. */
function besides(source: string, tests: readonly string[]): string[] {
  for (let folder = posix.dirname(source); folder !== '.'; folder = posix.dirname(folder)) {
    const beside = tests.filter((test) => posix.dirname(test) === folder)
    if (beside.length > 0) return beside
  }
  return []
}
