import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import type { Mutant } from './lists.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
const QUERY = '?mutant='

/** The id of a module with a mutant of that number: its test file, or its mutated file. */
export const idFor = (file: string, at: number): string => path.join(ROOT, file) + QUERY + at

/** The number of the mutant in a module id; null: an unmutated module. */
export function mutantAt(id: string): number | null {
  const [, at] = id.split(QUERY)
  return at === undefined ? null : Number(at)
}

/** Gives mutated files their text under ids of their own; nothing on disk changes. `onLoad` hears which were asked for. */
export const mutate = (mutants: readonly Mutant[], onLoad: (mutant: Mutant) => void): Plugin => ({
  name: 'mutants',
  enforce: 'pre',
  // The cache on disk knows a module by its file's text, which is not the mutant's.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (mutantAt(id) === null ? undefined : false)),
  load(id) {
    const at = mutantAt(id)
    const mutant = at === null ? undefined : mutants[at]
    if (at === null || !mutant || id !== idFor(mutant.file, at)) return null
    onLoad(mutant)
    return readFileSync(path.join(ROOT, mutant.file), 'utf8').replace(mutant.find, () => mutant.replace)
  },
})
