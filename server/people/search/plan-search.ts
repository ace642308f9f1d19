import type { Tx } from '#server/platform/database/index.ts'
import type { SearchWord } from './search-words.ts'
import { countHits } from './hits-store.ts'

/**
 * How the people with all the words are found.
 * - `probe`: go through the hits of `word` and look for the others on each person. Never slow when `word` is rare.
 * - `intersect`: take the hits of each word and keep who is in all. Never slow when every word is common.
 * The choice is made here from counted hits: the planner guesses a rare name's hits as one and then joins by
 * comparing everybody with everybody, which took seconds over a million people.
 */
export type Search = { way: 'probe'; word: SearchWord; others: SearchWord[] } | { way: 'intersect'; words: SearchWord[] }

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
