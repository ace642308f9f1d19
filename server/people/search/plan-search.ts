import type { Tx } from '#server/platform/database/index.ts'
import type { Search, SearchWord } from './search-words.ts'
import { countHits } from './hits-store.ts'

/** Looking for the other words on so many people takes a few milliseconds. */
export const RARE = 1_000

/** Null when there is no word: nobody is found. */
export async function planSearch(tx: Tx, words: SearchWord[]): Promise<Search | null> {
  const [only, ...more] = words
  if (!only) return null
  if (more.length === 0) return { way: 'probe', word: only, others: [] }
  const hits = await countHits(tx, words, RARE + 1)
  const rarest = hits.indexOf(Math.min(...hits))
  const word = words[rarest]
  if (!word || (hits[rarest] ?? 0) > RARE) return { way: 'intersect', words }
  return { way: 'probe', word, others: words.filter((other) => other !== word) }
}
