import type { Tx } from '#server/platform/database/index.ts'
import { countHits } from './hits-store.ts'
import type { Search, SearchWord } from './search-words.ts'

export type SearchLimits = {
  /** Looking for another word on so many people takes some three milliseconds; more are found quicker by a pre-filter. */
  rare: number
  /** The hits of a pre-filter are kept in memory while the others go through it. */
  preFilter: number
}

const LIMITS: SearchLimits = { rare: 1_000, preFilter: 20_000 }

/** Where is looked: among the archived people or among the others. */
type Among = { archived: boolean; limits?: SearchLimits }

/**
 * Chooses the way from counted hits, so that no search is slow: the planner takes the hits of a name that is not among
 * the most common for one, and then compares everybody with everybody; over a million people that took seconds. Null
 * when there is no word: nobody is found.
 */
export async function planSearch(
  tx: Tx,
  words: SearchWord[],
  { archived, limits = LIMITS }: Among,
): Promise<Search | null> {
  const [only, ...more] = words
  if (!only) return null
  if (more.length === 0) return { way: 'walk', word: only, preFilter: null, others: [] }
  const rare = await rarestFirst(tx, words, { most: limits.rare, archived })
  if (rare) return { way: 'walk', word: rare[0], preFilter: null, others: rare.slice(1) }
  const [preFilter, word, ...others] = (await rarestFirst(tx, words, { most: limits.preFilter, archived })) ?? []
  return preFilter && word ? { way: 'walk', word, preFilter, others } : { way: 'intersect', words }
}

/** Null when the rarest word has more hits than `most`. */
async function rarestFirst(
  tx: Tx,
  words: SearchWord[],
  { most, archived }: { most: number; archived: boolean },
): Promise<[SearchWord, ...SearchWord[]] | null> {
  const hits = await countHits(tx, words, { most: most + 1, archived })
  const counted = words.map((word, index) => ({ word, hits: hits[index] ?? 0 }))
  const [rarest, ...others] = counted.toSorted((one, other) => one.hits - other.hits)
  if (!rarest || rarest.hits > most) return null
  return [rarest.word, ...others.map(({ word }) => word)]
}
