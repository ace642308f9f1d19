import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The areas, each with its list `bench/mutants/<area>.jsonl`. */
export const AREAS = ['identity', 'people', 'billing', 'messaging', 'checkin', 'followup', 'platform'] as const
export type Area = (typeof AREAS)[number]

/** The least number of mutants that each area's list holds. */
const FEWEST = 25

/** One line of a list: a deliberate fault in a rule, and the tests that must fail with it. */
export type Mutant = {
  area: Area
  /** What is wrong, in words. */
  rule: string
  file: string
  /** Stands exactly once in the file. */
  find: string
  replace: string
  /** The test file that must fail. */
  tests: string
  /** Part of the full name of the tests to run; without it, the whole file runs. */
  test?: string
}

const LISTS = path.resolve(import.meta.dirname, '../mutants')

export const readMutants = (): Mutant[] =>
  AREAS.flatMap((area) =>
    readFileSync(path.join(LISTS, `${area}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ area, ...(JSON.parse(line) as Omit<Mutant, 'area'>) })),
  )

/** Whether the text that a mutant replaces stands exactly once in its file. */
export const isInPlace = ({ file, find }: Mutant): boolean => readFileSync(file, 'utf8').split(find).length === 2

/** A sentence for each area that has too few mutants. */
export const shortLists = (mutants: readonly Mutant[]): string[] =>
  AREAS.flatMap((area) => {
    const count = mutants.filter((mutant) => mutant.area === area).length
    return count < FEWEST ? [`${area} has ${count} mutants of at least ${FEWEST}`] : []
  })

/** One in `share` of each area's mutants, and at least one: the same ones for the same seed. */
export function sampleMutants(mutants: readonly Mutant[], share: number, seed: number): Mutant[] {
  const random = seededRandom(seed)
  return AREAS.flatMap((area) => {
    const own = mutants.filter((mutant) => mutant.area === area).map((mutant) => ({ mutant, at: random() }))
    const drawn = own.toSorted((one, other) => one.at - other.at).slice(0, Math.ceil(own.length / share))
    return drawn.map(({ mutant }) => mutant)
  })
}

/** Mulberry32: numbers from 0 up to 1 that follow from the seed. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
